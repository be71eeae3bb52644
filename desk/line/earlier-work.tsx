import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useOutletContext } from 'react-router';
import type { Me } from '#contract/desk/staff.ts';
import type { DeskLine } from '#contract/desk/work.ts';
import { Button } from '#ui/button.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { Dialog } from '#desk/frame/dialog.tsx';
import { formatTime } from '#desk/frame/format-time.ts';

/** A button that shows what the customer got before; nothing for a new customer. */
export function EarlierWork({ line }: { line: DeskLine }) {
  const [isOpen, setOpen] = useState(false);
  if (line.earlierWorks === 0) return null;
  return (
    <>
      <Button look="quiet" small className="self-start" onClick={() => setOpen(true)}>
        Earlier deliveries
      </Button>
      {isOpen && <EarlierWorkDialog line={line} onClose={() => setOpen(false)} />}
    </>
  );
}

function EarlierWorkDialog({
  line: { number, position, customer },
  onClose,
}: {
  line: DeskLine;
  onClose: () => void;
}) {
  const me = useOutletContext<Me>();
  const earlier = useQuery({
    queryKey: ['earlier work', number, position],
    queryFn: ({ signal }) => callDesk('listEarlierWork', { params: { number, position }, signal }),
  });
  return (
    <Dialog title={`Earlier deliveries to ${customer}`} isWide onClose={onClose}>
      <Awaited query={earlier}>
        {({ works }) =>
          works.length === 0 ? (
            <p>Nothing has been delivered to this customer yet.</p>
          ) : (
            <div className="flex flex-col gap-2">
              {works.map((work, index) => (
                <details
                  key={`${work.number} ${work.position}`}
                  open={index === 0}
                  className="border-b border-hairline pb-2"
                >
                  <summary className="cursor-pointer py-1">
                    <bdi className="font-semibold">{work.brand ?? work.title}</bdi>{' '}
                    <span className="text-muted">
                      {work.brand === null ? '' : `${work.title}, `}
                      {formatTime(work.deliveredAt)}
                    </span>
                  </summary>
                  <p dir="auto" className="mt-1 max-w-[65ch] wrap-anywhere whitespace-pre-wrap">
                    {work.text}
                  </p>
                  {mayDo(me, 'work.see') && (
                    <p className="mt-2">
                      <Link className="link" to={`/lines/${work.number}/${work.position}`}>
                        {work.number}, line {work.position}
                      </Link>
                    </p>
                  )}
                </details>
              ))}
            </div>
          )
        }
      </Awaited>
      <Button look="quiet" className="self-start" onClick={onClose}>
        Close
      </Button>
    </Dialog>
  );
}
