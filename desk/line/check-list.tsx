import { Check as Tick, CircleAlert, CircleX } from 'lucide';
import type { DeskCheck } from '#contract/desk-work.ts';
import { Icon } from '#ui/icon.tsx';

const marks = {
  yes: { icon: Tick, color: 'text-success', label: 'OK' },
  look: { icon: CircleAlert, color: 'text-warning', label: 'Take a look' },
  no: { icon: CircleX, color: 'text-red-text', label: 'Blocks delivery' },
} as const;

type Listed = Pick<DeskCheck, 'key' | 'ok' | 'words' | 'reason'>;

/** Of one kind; the others fold away. */
const shownOfAKind = 3;

/** Results of checks by their kind, those that stop a delivery first. */
function kindsOf(checks: readonly Listed[]): Map<string, Listed[]> {
  const order = { no: 0, look: 1, yes: 2 };
  const kinds = new Map<string, Listed[]>();
  for (const check of checks.toSorted((a, b) => order[a.ok] - order[b.ok])) {
    const kind = `${check.ok} ${check.key}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), check]);
  }
  return kinds;
}

/** Results of checks, those that stop a delivery first. Of many alike the first three are shown. */
export const CheckList = ({ checks }: { checks: readonly Listed[] }) => (
  <ul className="flex flex-col gap-1.5">
    {[...kindsOf(checks)].map(([kind, alike]) => {
      // one more line is shorter than the words that fold it away
      const shown = alike.length <= shownOfAKind + 1 ? alike : alike.slice(0, shownOfAKind);
      const folded = alike.slice(shown.length);
      return [
        ...shown.map((check) => <Result key={check.words} check={check} />),
        folded.length > 0 && (
          <li key={kind} className="pl-[1.625rem]">
            <details>
              <summary className="link inline-flex min-h-6 items-center">
                {folded.length} more like these
              </summary>
              <ul className="mt-1.5 -ml-[1.625rem] flex flex-col gap-1.5">
                {folded.map((check) => (
                  <Result key={check.words} check={check} />
                ))}
              </ul>
            </details>
          </li>
        ),
      ];
    })}
  </ul>
);

const Result = ({ check: { ok, words, reason } }: { check: Listed }) => (
  <li className="flex items-start gap-2">
    <Icon of={marks[ok].icon} size={18} className={`mt-0.5 flex-none ${marks[ok].color}`} />
    <span className="min-w-0 wrap-anywhere">
      <span className="sr-only">{marks[ok].label}: </span>
      {words}
      {reason !== undefined && <span className="block text-muted">Delivered because: {reason}</span>}
    </span>
  </li>
);
