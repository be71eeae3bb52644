import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '#contract/delivery-date.ts';
import type { LineRow } from '#contract/desk/work.ts';
import { Button } from '#ui/button.tsx';
import { focusSoon } from '#ui/focus-soon.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { Dialog } from '#desk/frame/dialog.tsx';
import { openWords } from '#desk/work/open-words.ts';
import { PersonChoice } from '#desk/work/person-choice.tsx';
import { countAboveLimit, takesAll, type Writer, writersQuery } from './writers.ts';

const presentFirst = (people: readonly Writer[]): Writer[] =>
  people.toSorted((a, b) => Number(a.backOn !== null) - Number(b.backOn !== null));

/**
 * Asks to whom these lines are assigned, and once more when the person would have more open lines than their limit. `chosen`: the ID of
 * the person who was chosen before. `onChoose`: gets a person's ID, or null for no one.
 */
export function AssignDialog({
  lines,
  chosen,
  onClose,
  onChoose,
}: {
  lines: readonly Pick<LineRow, 'orderType' | 'assignee'>[];
  chosen?: string | undefined;
  onClose: () => void;
  onChoose: (staffId: string | null) => void;
}) {
  const people = useQuery({ ...writersQuery, staleTime: 0 });
  const [asked, setAsked] = useState(chosen);
  const count = lines.length;
  return (
    <Dialog title={`Assign ${count === 1 ? 'this line' : `${count} lines`}`} onClose={onClose}>
      <Awaited query={people}>
        {({ writers }) => {
          const person = writers.find(({ id }) => id === asked);
          const above = person && countAboveLimit(person, lines);
          if (person && above !== undefined)
            return (
              <>
                <p id="above-limit" tabIndex={-1}>
                  <strong>
                    {person.name} has {openWords(person)}.
                  </strong>{' '}
                  With {count === 1 ? 'this line' : 'these lines'}, they’ll have {above}.
                </p>
                <div className="flex flex-wrap gap-2">
                  <Button onClick={() => onChoose(person.id)}>Assign anyway</Button>
                  <Button look="quiet" onClick={() => setAsked(undefined)}>
                    Choose someone else
                  </Button>
                </div>
              </>
            );
          return (
            <PersonChoice
              people={presentFirst(writers).map((one) => ({
                id: one.id,
                name: one.name,
                fact: [
                  openWords(one),
                  ...(one.backOn === null ? [] : [`away until ${formatDay(one.backOn)}`]),
                  ...(takesAll(one, lines)
                    ? []
                    : [`doesn’t work on ${count === 1 ? 'this service' : 'all these services'}`]),
                ].join(', '),
              }))}
              canUnassign
              onChoose={(id) => {
                const writer = writers.find((one) => one.id === id);
                if (!writer || countAboveLimit(writer, lines) === undefined) return onChoose(id);
                setAsked(writer.id);
                // moves the focus, because the pressed button has disappeared
                focusSoon('above-limit');
              }}
            />
          );
        }}
      </Awaited>
      <Button look="quiet" className="self-start" onClick={onClose}>
        Cancel
      </Button>
    </Dialog>
  );
}
