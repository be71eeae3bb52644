import { useQuery } from '@tanstack/react-query';
import { formatDay } from '#contract/delivery-date.ts';
import type { LineRow } from '#contract/desk/work.ts';
import { Button } from '#ui/button.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { Dialog } from '#desk/frame/dialog.tsx';
import { PersonChoice } from '#desk/work/person-choice.tsx';

/** Whether a person may take the services of all lines; an empty list means all services. */
const takesAll = (orderTypes: readonly number[], lines: readonly Pick<LineRow, 'orderType'>[]) =>
  orderTypes.length === 0 || lines.every(({ orderType }) => orderTypes.includes(orderType));

const presentFirst = <Person extends { backOn: string | null }>(people: readonly Person[]): Person[] =>
  people.toSorted((a, b) => Number(a.backOn !== null) - Number(b.backOn !== null));

/** Asks to whom these lines are assigned. `onChoose`: gets a person's ID, or null for no one. */
export function AssignDialog({
  lines,
  onClose,
  onChoose,
}: {
  lines: readonly Pick<LineRow, 'orderType'>[];
  onClose: () => void;
  onChoose: (staffId: string | null) => void;
}) {
  const people = useQuery({
    queryKey: ['writers'],
    queryFn: ({ signal }) => callDesk('listWriters', { signal }),
    staleTime: 0,
  });
  const count = lines.length;
  return (
    <Dialog title={`Assign ${count === 1 ? 'this line' : `${count} lines`}`} onClose={onClose}>
      <Awaited query={people}>
        {({ writers }) => (
          <PersonChoice
            people={presentFirst(writers).map(({ id, name, open, orderTypes, backOn }) => ({
              id,
              name,
              fact: [
                `${open} open ${open === 1 ? 'line' : 'lines'}`,
                ...(backOn === null ? [] : [`away until ${formatDay(backOn)}`]),
                ...(takesAll(orderTypes, lines) ? [] : ['usually works on other services']),
              ].join(', '),
            }))}
            canUnassign
            onChoose={onChoose}
          />
        )}
      </Awaited>
      <Button look="quiet" onClick={onClose}>
        Cancel
      </Button>
    </Dialog>
  );
}
