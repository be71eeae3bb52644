import { minute } from '#contract/durations.ts';
import type { OfferedDraft } from '#web/stored-orders/draft-store.ts';

/** Prerendered, because a line added by scripts would move the whole form. */
export function DraftState({
  editing,
  saved,
  recalled,
  offered,
  onStartOver,
  onContinue,
}: {
  editing: boolean;
  saved: boolean;
  recalled: boolean;
  offered: readonly OfferedDraft[];
  onStartOver: () => void;
  onContinue: (id: string) => void;
}) {
  const isKept = saved || recalled;
  return (
    <>
      <p className="text-small text-subtle">
        {editing && (isKept ? 'Your changes aren’t in your cart yet. ' : 'Editing an item in your cart. ')}
        {saved
          ? 'Saved on this device'
          : recalled
            ? 'We saved what you typed'
            : 'Saved on this device as you type'}
        {isKept && (
          <>
            {' · '}
            <button type="button" className="link" onClick={onStartOver}>
              {editing ? 'Discard changes' : 'Start over'}
            </button>
          </>
        )}
      </p>
      {!isKept && offered.length > 0 && (
        <ul aria-label="Your other drafts" className="w-full text-small text-muted">
          {offered.map(({ id, at, name }) => (
            <li key={id}>
              <button type="button" className="link min-h-11 break-words" onClick={() => onContinue(id)}>
                Continue “{name}”, {agoWords(at)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const ago = new Intl.RelativeTimeFormat('en-US');
function agoWords(at: number): string {
  const minutes = Math.max(1, Math.round((Date.now() - at) / minute));
  if (minutes < 60) return ago.format(-minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? ago.format(-hours, 'hour') : ago.format(-Math.round(hours / 24), 'day');
}
