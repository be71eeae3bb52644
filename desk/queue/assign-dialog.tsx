import { useQuery } from '@tanstack/react-query';
import { Button } from '#ui/button.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { Dialog } from '#desk/frame/dialog.tsx';

/** Asks who does the work. `onChoose`: a person's ID, or null for nobody. */
export function AssignDialog({
  count,
  onClose,
  onChoose,
}: {
  count: number;
  onClose: () => void;
  onChoose: (staffId: string | null) => void;
}) {
  const people = useQuery({
    queryKey: ['writers'],
    queryFn: ({ signal }) => callDesk('listWriters', { signal }),
    staleTime: 0,
  });
  return (
    <Dialog title={`Assign ${count === 1 ? 'this line' : `${count} lines`}`} onClose={onClose}>
      <Awaited query={people}>
        {({ writers }) => (
          <ul className="flex flex-col gap-2">
            {writers.map(({ id, name, open }) => (
              <li key={id}>
                <Button look="quiet" className="w-full" onClick={() => onChoose(id)}>
                  {name}
                  <span className="font-normal text-muted">
                    {open} open {open === 1 ? 'line' : 'lines'}
                  </span>
                </Button>
              </li>
            ))}
            <li>
              <Button look="quiet" className="w-full" onClick={() => onChoose(null)}>
                Nobody
              </Button>
            </li>
          </ul>
        )}
      </Awaited>
      <Button look="quiet" onClick={onClose}>
        Cancel
      </Button>
    </Dialog>
  );
}
