import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';

const kinds = {
  info: { icon: Info, tint: 'bg-info-tint', mark: 'text-info' },
  success: { icon: CircleCheck, tint: 'bg-success-tint', mark: 'text-success' },
  warning: { icon: CircleAlert, tint: 'bg-warning-tint', mark: 'text-warning' },
  error: { icon: CircleAlert, tint: 'bg-red-tint border-l-4 border-red-line', mark: 'text-red-text' },
};

/** A highlighted paragraph: never by color alone. */
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
  const { icon: Icon, tint, mark } = kinds[kind];
  return (
    <div role={role} className={`flex gap-3 rounded-control p-4 ${tint}`}>
      <Icon aria-hidden size={20} strokeWidth={1.75} className={`mt-1 flex-none ${mark}`} />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
