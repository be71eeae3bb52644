import { Plus } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';

/** Questions with answers that open one at a time, without script. */
export function Questions({ items }: { items: readonly { q: string; a: ReactNode }[] }) {
  return (
    <div className="border-t border-hairline">
      {items.map(({ q, a }) => (
        <details key={q} className="group border-b border-hairline">
          <summary className="flex min-h-14 items-center justify-between gap-4 rounded-control py-3.5 text-[1.125rem] leading-snug font-semibold hover:underline hover:decoration-red-line hover:decoration-2 hover:underline-offset-4">
            {q}
            <Icon
              of={Plus}
              className="flex-none text-subtle transition-transform duration-200 group-open:rotate-45"
            />
          </summary>
          <p className="max-w-[36rem] pb-5 text-muted">{a}</p>
        </details>
      ))}
    </div>
  );
}
