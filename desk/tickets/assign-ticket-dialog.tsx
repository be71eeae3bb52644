import { useQuery } from '@tanstack/react-query';
import { Button } from '#ui/button.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { Dialog } from '#desk/frame/dialog.tsx';
import { PersonChoice } from '#desk/work/person-choice.tsx';

/** Asks to whom a conversation is assigned. `assignee`: the current person's ID; `onChoose`: gets a person's ID, or null for no one. */
export function AssignTicketDialog({
  assignee,
  onClose,
  onChoose,
}: {
  assignee: string | undefined;
  onClose: () => void;
  onChoose: (staffId: string | null) => void;
}) {
  const answerers = useQuery({
    queryKey: ['answerers'],
    queryFn: ({ signal }) => callDesk('listAnswerers', { signal }),
    staleTime: 0,
  });
  return (
    <Dialog title="Assign this conversation" onClose={onClose}>
      <Awaited query={answerers}>
        {({ people }) => (
          <PersonChoice
            people={people.filter(({ id }) => id !== assignee)}
            canUnassign={assignee !== undefined}
            onChoose={onChoose}
          />
        )}
      </Awaited>
      <Button look="quiet" className="self-start" onClick={onClose}>
        Cancel
      </Button>
    </Dialog>
  );
}
