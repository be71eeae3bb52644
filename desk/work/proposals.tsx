import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link, useOutletContext } from 'react-router';
import { formatDay, operatorsDay } from '#contract/delivery-date.ts';
import type { DeskProposal } from '#contract/desk/proposals.ts';
import type { Me } from '#contract/desk/staff.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { formatTime } from '#desk/frame/format-time.ts';
import { useOneAtATime } from '#ui/use-busy.ts';

const dayOf = (at: string) => formatDay(operatorsDay(new Date(at), businessCalendar));

function stateWords({ state, expiresAt, openedAt }: DeskProposal): string {
  if (state === 'withdrawn') return 'Withdrawn';
  if (state === 'expired') return `Expired ${dayOf(expiresAt)}${openedAt === null ? ', never opened' : ''}`;
  const opened = openedAt === null ? 'Not opened yet' : `Opened ${formatTime(openedAt)}`;
  return `${opened}. The link works until ${dayOf(expiresAt)}`;
}

/** The newest proposals of a conversation; nothing while there are none. `number`: of its order, or of its ticket. */
export function Proposals({ number }: { number: string }) {
  const me = useOutletContext<Me>();
  const client = useQueryClient();
  const { running: busy, begin, end } = useOneAtATime<string>();
  const { data } = useQuery({
    queryKey: ['proposals', number],
    queryFn: ({ signal }) => callDesk('listProposals', { params: { number }, signal }),
    staleTime: 0,
  });
  if (!data || data.proposals.length === 0) return null;
  const withdraw = async (id: string) => {
    if (!begin(id)) return;
    try {
      await callDesk('withdrawProposal', { params: { number, id } });
      notify({ message: 'Proposal withdrawn. Its link no longer works.' });
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    }
    await client.invalidateQueries({ queryKey: ['proposals', number] });
    end(id);
  };
  return (
    <section aria-labelledby="proposals">
      <h2 id="proposals" className="mb-3">
        Proposals
      </h2>
      <ul className="flex flex-col gap-4">
        {data.proposals.map((proposal) => {
          const { id, titles, by, madeAt, state, orders } = proposal;
          const name = titles.length === 0 ? 'Contents deleted' : titles.join(', ');
          const isOpen = state === 'open' || state === 'opened';
          return (
            <li key={id}>
              <p className="font-semibold">{name}</p>
              <p className="text-muted">
                <bdi>{by}</bdi>, {formatTime(madeAt)}
              </p>
              {orders.length > 0 && (
                <p>
                  Ordered:{' '}
                  {orders.map((order, index) => (
                    <Fragment key={order}>
                      {index > 0 && ', '}
                      {mayDo(me, 'order.see') ? (
                        <Link to={`/orders/${order}`} className="link whitespace-nowrap">
                          {order}
                        </Link>
                      ) : (
                        order
                      )}
                    </Fragment>
                  ))}
                </p>
              )}
              <p>{stateWords(proposal)}</p>
              {isOpen && mayDo(me, 'ticket.answer') && (
                <Button
                  look="quiet"
                  small
                  className="mt-2"
                  aria-label={`Withdraw the proposal from ${formatTime(madeAt)}: ${name}`}
                  busy={busy === id}
                  onClick={() => void withdraw(id)}
                >
                  Withdraw
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
