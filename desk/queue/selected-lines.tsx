import { Link } from 'react-router';
import type { Me } from '#contract/desk/staff.ts';
import type { LineRow } from '#contract/desk/work.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { mayDo } from '#desk/api/session.ts';
import { KeyHint } from '#desk/frame/key-hint.tsx';

/** Number of lines that an action changed, and the others with the reason. */
export type Result = { done: number; refused: { number: string; position: number; why: string }[] };

/** The lines that an action didn't change, and why. */
export const Refused = ({ refused, onDismiss }: { refused: Result['refused']; onDismiss: () => void }) => (
  <Notice
    kind="error"
    title={
      refused.length === 1 ? '1 line couldn’t be changed' : `${refused.length} lines couldn’t be changed`
    }
  >
    <ul className="flex flex-col gap-1">
      {refused.map(({ number, position, why }) => (
        <li key={`${number} ${position}`}>
          <Link className="link" to={`/lines/${number}/${position}`}>
            {number}, line {position}
          </Link>
          : {why}
        </li>
      ))}
    </ul>
    <Button look="quiet" small className="mt-3" onClick={onDismiss}>
      Dismiss
    </Button>
  </Notice>
);

/** The actions on the selected lines. */
export function BulkBar({
  me,
  picked,
  busy,
  ask,
  assignToMe,
  start,
  onClear,
}: {
  me: Me;
  picked: readonly LineRow[];
  busy: boolean;
  ask: (to: 'assign' | 'move') => void;
  assignToMe: () => Promise<void>;
  start: () => Promise<void>;
  onClear: () => void;
}) {
  return (
    <div role="region" aria-label="Selected lines" className="bulk-bar">
      <p className="font-semibold">{picked.length} selected</p>
      <Button small onClick={() => ask('assign')}>
        Assign
        <KeyHint me={me} name="A" />
      </Button>
      <Button look="quiet" small busy={busy} onClick={() => void assignToMe()}>
        Assign to me
        <KeyHint me={me} name="M" />
      </Button>
      {mayDo(me, 'work.write') && picked.some(({ status }) => status === 'queued') && (
        <Button look="quiet" small busy={busy} onClick={() => void start()}>
          Start work
        </Button>
      )}
      <Button look="quiet" small onClick={() => ask('move')}>
        Move due date
        <KeyHint me={me} name="D" />
      </Button>
      <Button look="quiet" small onClick={onClear}>
        Clear selection
      </Button>
    </div>
  );
}

/** `onToggle`: whether Shift was pressed, which selects all lines up to this one. */
export const SelectLine = ({
  line,
  isChosen,
  onToggle,
}: {
  line: LineRow;
  isChosen: boolean;
  onToggle: (toHere: boolean) => void;
}) => (
  <label className="line-check">
    <input
      type="checkbox"
      checked={isChosen}
      onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
    <span className="sr-only">
      Select {line.number}, line {line.position}
    </span>
  </label>
);
