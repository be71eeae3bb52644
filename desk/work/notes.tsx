import { useState } from 'react';
import { useOutletContext } from 'react-router';
import type { DeskNote } from '#contract/desk/orders.ts';
import type { Me } from '#contract/desk/staff.ts';
import { workBounds } from '#contract/desk/work.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { formatTime } from '#desk/frame/format-time.ts';
import { useKeptTexts } from './use-kept-texts.ts';
import { useOneAtATime } from '#ui/use-busy.ts';

/** Notes for the team, and a field for a new one. `again`: reloads the notes. `level`: the heading's level. */
export function Notes({
  about,
  notes,
  onAdd,
  again,
  level: Heading = 'h2',
  canAdd = true,
  isForWriters = false,
}: {
  /** What the notes are about, named as in the audit log. */
  about: string;
  notes: readonly DeskNote[];
  onAdd: (text: string) => Promise<void>;
  again: () => Promise<void>;
  level?: 'h2' | 'h3';
  canAdd?: boolean;
  /** Whether the notes also stand beside the customer’s lines. */
  isForWriters?: boolean;
}) {
  const { id: me } = useOutletContext<Me>();
  const kept = useKeptTexts(`note-${me}-${about}`);
  const text = kept.textOf('note');
  const [error, setError] = useState<string>();
  const { busy, begin, end } = useOneAtATime();
  const add = async () => {
    if (text.trim() === '') return setError('Enter a note');
    if (!begin()) return;
    try {
      await onAdd(text);
      kept.forget();
      await again();
    } catch (failure) {
      setError(failureMessage(failure));
    }
    end();
  };
  const remove = async (id: string) => {
    if (!begin()) return;
    try {
      await callDesk('removeNote', { params: { id } });
    } catch (failure) {
      notify({ message: failureMessage(failure), kind: 'error' });
    }
    await again();
    end();
  };
  return (
    <section aria-labelledby="notes">
      <Heading id="notes" className="mb-3">
        Notes
      </Heading>
      {notes.length > 0 && (
        <ul className="mb-4 flex flex-col gap-3">
          {notes.map(({ id, at, by, text: said, canRemove }) => (
            <li key={id}>
              <p dir="auto" className="whitespace-pre-wrap">
                {said}
              </p>
              <p className="text-muted">
                <bdi>{by}</bdi>, {formatTime(at)}
                {canRemove && (
                  <button type="button" className="link ml-3 min-h-6" onClick={() => void remove(id)}>
                    Remove<span className="sr-only"> this note</span>
                  </button>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      {!canAdd && notes.length === 0 && <p className="text-muted">No notes yet.</p>}
      {canAdd && (
        <>
          <TextArea
            id="note"
            label="New note"
            hint={`${isForWriters ? 'Everyone who works on this customer’s lines sees this note. ' : ''}Customers don’t see the note, but an export of their data includes it.`}
            max={workBounds.note}
            rows={2}
            error={error}
            value={text}
            onValue={(value) => {
              kept.setText('note', value);
              setError(undefined);
            }}
          />
          <Button
            look="quiet"
            small
            className="mt-2"
            busy={busy}
            busyText="Saving"
            onClick={() => void add()}
          >
            Add note
          </Button>
        </>
      )}
    </section>
  );
}
