import { Check as Tick, CircleAlert, CircleX } from 'lucide';
import type { DeskCheck } from '#contract/desk-work.ts';
import { Icon } from '#ui/icon.tsx';

const marks = {
  yes: { icon: Tick, color: 'text-success', label: 'OK' },
  look: { icon: CircleAlert, color: 'text-warning', label: 'Take a look' },
  no: { icon: CircleX, color: 'text-red-text', label: 'Blocks delivery' },
} as const;

/** Results of checks, those that stop a delivery first. */
export function CheckList({ checks }: { checks: readonly Pick<DeskCheck, 'ok' | 'words' | 'reason'>[] }) {
  const order = { no: 0, look: 1, yes: 2 };
  return (
    <ul className="flex flex-col gap-1.5">
      {checks
        .toSorted((a, b) => order[a.ok] - order[b.ok])
        .map(({ ok, words, reason }) => (
          <li key={words} className="flex items-start gap-2">
            <Icon of={marks[ok].icon} size={18} className={`mt-0.5 flex-none ${marks[ok].color}`} />
            <span>
              <span className="sr-only">{marks[ok].label}: </span>
              {words}
              {reason !== undefined && <span className="block text-muted">Delivered because: {reason}</span>}
            </span>
          </li>
        ))}
    </ul>
  );
}
