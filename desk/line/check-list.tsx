import { Check as Tick, CircleAlert, CircleX } from 'lucide';
import { useOutletContext } from 'react-router';
import type { Me } from '#contract/desk/staff.ts';
import type { DeskCheck } from '#contract/desk/work.ts';
import { mayDo } from '#desk/api/session.ts';
import { Icon } from '#ui/icon.tsx';

const marks = {
  yes: { icon: Tick, color: 'text-success', label: 'OK' },
  look: { icon: CircleAlert, color: 'text-warning', label: 'Warning' },
  no: { icon: CircleX, color: 'text-red-text', label: 'Blocks delivery' },
} as const;

/** A check's result as a label. A reason overrides a failed check, unless it found a virus or the caller may not override. */
function labelOf({ key, ok, reason }: Listed, me: Me): string {
  if (ok !== 'no' || key === 'virus') return marks[ok].label;
  if (reason !== undefined) return 'Failed';
  return mayDo(me, 'work.override') ? 'Needs a reason' : marks.no.label;
}

type Listed = Pick<DeskCheck, 'key' | 'ok' | 'words' | 'reason'>;

/** Results shown per kind; the others are collapsed. */
const shownOfAKind = 3;

/** Groups results by kind; those that block a delivery come first. */
function kindsOf(checks: readonly Listed[]): Map<string, Listed[]> {
  const order = { no: 0, look: 1, yes: 2 };
  const kinds = new Map<string, Listed[]>();
  for (const check of checks.toSorted((a, b) => order[a.ok] - order[b.ok])) {
    const kind = `${check.ok} ${check.key}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), check]);
  }
  return kinds;
}

/** Shows the results of checks, those that block a delivery first. Shows at most three results of a kind and collapses the rest. */
export const CheckList = ({ checks }: { checks: readonly Listed[] }) => (
  <ul className="flex flex-col gap-1.5">
    {[...kindsOf(checks)].map(([kind, alike]) => {
      // a single further result is shown, because it takes no more room than its summary
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

function Result({ check }: { check: Listed }) {
  const me = useOutletContext<Me>();
  const { ok, words, reason } = check;
  return (
    <li className="flex items-start gap-2">
      <Icon of={marks[ok].icon} size={18} className={`mt-0.5 flex-none ${marks[ok].color}`} />
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">{labelOf(check, me)}: </span>
        {words}
        {reason !== undefined && (
          <span className="block text-muted">Reason for delivering anyway: {reason}</span>
        )}
      </span>
    </li>
  );
}
