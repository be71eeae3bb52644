import { CircleAlert, CircleCheck, Info } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';

const kinds = {
  info: { icon: Info, tint: 'bg-info-tint', mark: 'text-info' },
  success: { icon: CircleCheck, tint: 'bg-success-tint', mark: 'text-success' },
  warning: { icon: CircleAlert, tint: 'bg-warning-tint', mark: 'text-warning' },
  error: { icon: CircleAlert, tint: 'bg-red-tint border-l-4 border-red-line', mark: 'text-red-text' },
};

/** A highlighted paragraph, marked by more than its color. */
export function Notice({
  kind = 'info',
  title,
  children,
  role,
}: {
  kind?: keyof typeof kinds;
  title?: string;
  children?: ReactNode;
  role?: 'status' | 'alert';
}) {
  const { icon, tint, mark } = kinds[kind];
  return (
    <div role={role} className={`flex gap-3 rounded-control p-4 ${tint}`}>
      <Icon of={icon} className={`mt-1 flex-none ${mark}`} />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
