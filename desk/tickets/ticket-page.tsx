import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useOutletContext, useParams } from 'react-router';
import type { Me } from '#contract/desk/staff.ts';
import type { DeskTicket } from '#contract/desk/tickets.ts';
import { formatMoney } from '#contract/money.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { formatTime } from '#desk/frame/format-time.ts';
import { KeyHint } from '#desk/frame/key-hint.tsx';
import { Screen } from '#desk/frame/screen.tsx';
import { TestMark } from '#desk/frame/test-mark.tsx';
import { Notes } from '#desk/work/notes.tsx';
import { refundWords } from '#desk/work/order-words.ts';
import { hereWords, refreshWork, useNewest, usePlace } from '#desk/work/pulse.ts';
import { Proposals } from '#desk/work/proposals.tsx';
import { RefundDialog } from '#desk/work/refund-dialog.tsx';
import { savedReplyField, Thread } from '#desk/work/thread.tsx';
import { answerField } from '#desk/work/use-reply.ts';
import { useKeys } from '#desk/work/use-keys.ts';
import { useThread } from '#desk/work/use-thread.ts';
import { AssignTicketDialog } from './assign-ticket-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { SnoozeDialog } from './snooze-dialog.tsx';
import { replyWords, ticketStates } from './ticket-words.ts';
import { useOneAtATime } from '#ui/use-busy.ts';

/** One conversation: its messages, customer, order and notes. */
export function TicketPage() {
  const { number = '' } = useParams();
  const ticket = useQuery({
    queryKey: ['ticket', number],
    queryFn: ({ signal }) => callDesk('showDeskTicket', { params: { number }, signal }),
    staleTime: 0,
  });
  return (
    <Screen title={ticket.data?.customer.name ?? `Conversation ${number}`}>
      <Awaited query={ticket}>{(found) => <Whole key={found.number} ticket={found} />}</Awaited>
    </Screen>
  );
}

function Whole({ ticket }: { ticket: DeskTicket }) {
  const me = useOutletContext<Me>();
  const client = useQueryClient();
  const [isWriting, setWriting] = useState(false);
  const here = useNewest()?.here ?? [];
  const { number, order, notes } = ticket;
  const count = useThread(threadNumber(ticket)).data?.pages[0]?.count;
  // a message that was sent or arrived changes the state, too
  useEffect(() => void client.invalidateQueries({ queryKey: ['ticket', number] }), [client, number, count]);
  usePlace(order === null ? `ticket ${number}` : `order ${order.number}`, isWriting);
  return (
    <>
      <div className="-mt-4 flex flex-col gap-3">
        <Head ticket={ticket} />
        <Acts ticket={ticket} me={me} seen={count ?? 0} />
        <p role="status" className="min-h-6 font-semibold">
          {hereWords(here)}
        </p>
      </div>
      <div className="order-room -mt-6">
        <section aria-labelledby="messages" className="min-w-0">
          <h2 id="messages" className="mb-3">
            Messages
          </h2>
          <Thread
            number={threadNumber(ticket)}
            status={ticket.status}
            onWriting={setWriting}
            canClose={false}
          />
        </section>
        <div className="flex min-w-0 flex-col gap-10">
          <Sender ticket={ticket} me={me} />
          <Proposals number={threadNumber(ticket)} />
          <Notes
            about={order === null ? `ticket ${number}` : `order ${order.number}`}
            notes={notes}
            onAdd={(text) => callDesk('addTicketNote', { params: { number }, body: { text } })}
            again={() => refreshWork(client)}
            canAdd={mayDo(me, 'ticket.answer')}
          />
        </div>
      </div>
    </>
  );
}

/** The order's number, or else the ticket's. The pages of the order and its lines use the same one, so that all share the typed answer. */
const threadNumber = ({ number, order }: DeskTicket): string => order?.number ?? number;

function Head({ ticket }: { ticket: DeskTicket }) {
  const { number, status, order, assignee, isLate, createdAt } = ticket;
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="tag">{ticketStates[status]}</span>
        {ticket.isGuest && <span className="tag">Sender not logged in</span>}
        {status === 'open' && (
          <span className={isLate ? 'order-late' : 'font-semibold'}>{replyWords(ticket)}</span>
        )}
        <span>{assignee === null ? 'Unassigned' : `Assigned to ${assignee.name}`}</span>
      </p>
      <p className="text-muted">
        {number},{' '}
        {order === null
          ? `sent through the contact form ${formatTime(createdAt)}`
          : `about order ${order.number}`}
      </p>
    </div>
  );
}

const focus = (id: string) => document.getElementById(id)?.focus();

type OpenDialog = 'assign' | 'snooze' | 'link' | 'refund';

/** The dialog of an action. `refundable`: number of the order that can be refunded. */
function ActDialog({
  open,
  ticket,
  refundable,
  onClose,
  onLink,
  onSnooze,
  onAssign,
}: {
  open: OpenDialog;
  ticket: DeskTicket;
  refundable: string | null | undefined;
  onClose: () => void;
  onLink: (to: string | null) => Promise<void>;
  onSnooze: (until: string) => void;
  onAssign: (staffId: string | null) => void;
}) {
  const client = useQueryClient();
  switch (open) {
    case 'snooze':
      return (
        <SnoozeDialog
          onClose={onClose}
          onChoose={(until) => {
            onClose();
            onSnooze(until);
          }}
        />
      );
    case 'refund':
      return refundable ? (
        <RefundDialog order={{ number: refundable }} onClose={onClose} again={() => refreshWork(client)} />
      ) : null;
    case 'link':
      return <LinkDialog onSend={onLink} onClose={onClose} />;
    case 'assign':
      return (
        <AssignTicketDialog
          assignee={ticket.assignee?.id}
          onClose={onClose}
          onChoose={(staffId) => {
            onClose();
            onAssign(staffId);
          }}
        />
      );
  }
}

/** The buttons and keys of a conversation. `seen`: number of messages on the screen. */
function Acts({ ticket, me, seen }: { ticket: DeskTicket; me: Me; seen: number }) {
  const client = useQueryClient();
  const { number, status, assignee } = ticket;
  const { running: busy, begin, end } = useOneAtATime<string>();
  const [open, setOpen] = useState<OpenDialog>();
  const params = { number };
  const mayAnswer = mayDo(me, 'ticket.answer');
  const mayManage = mayDo(me, 'ticket.manage');
  const isOpen = status === 'open';
  const isMine = assignee?.id === me.id;
  const act = async (name: string, run: () => Promise<unknown>, done: string) => {
    if (!begin(name)) return;
    try {
      await run();
      notify({ message: done });
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    }
    await refreshWork(client);
    end(name);
  };
  const take = () =>
    act('take', () => callDesk('takeTicket', { params }), 'The conversation is assigned to you.');
  const giveBack = () =>
    act(
      'take',
      () => callDesk('giveBackTicket', { params }),
      'You’re no longer assigned to this conversation.',
    );
  const close = () =>
    act('close', () => callDesk('closeThread', { params, body: { seen } }), 'Conversation closed.');
  const reopen = () => act('close', () => callDesk('reopenTicket', { params }), 'Conversation reopened.');
  const spam = () =>
    act('spam', () => callDesk('markSpam', { params, body: { seen } }), 'Conversation marked as spam.');
  const assign = (staffId: string | null) =>
    act(
      'assign',
      () => callDesk('assignTicket', { params, body: { staffId } }),
      staffId === null ? 'Conversation unassigned.' : 'Conversation assigned.',
    );
  const snooze = (until: string) =>
    act('snooze', () => callDesk('snoozeTicket', { params, body: { until, seen } }), 'Conversation snoozed.');
  const link = async (to: string | null) => {
    await callDesk('linkTicket', { params, body: { to } });
    await refreshWork(client);
  };
  const isSnoozed = ticket.snoozedUntil !== null;
  const isClosable = isOpen || status === 'answered';
  const refundable = mayDo(me, 'money.refund') ? (ticket.order?.number ?? ticket.link?.order) : null;
  useKeys(
    mayAnswer
      ? {
          r: () => focus(answerField),
          ';': () => focus(savedReplyField),
          i: () => focus('note'),
          ...(isOpen ? { z: () => setOpen('snooze') } : {}),
          e: () => void (isClosable ? close() : reopen()),
          ...(assignee === null ? { m: () => void take() } : {}),
          ...(mayManage ? { a: () => setOpen('assign') } : {}),
          ...(mayManage && status !== 'spam' ? { '!': () => void spam() } : {}),
          ...(refundable ? { f: () => setOpen('refund') } : {}),
        }
      : {},
    me.singleKeys,
  );
  if (!mayAnswer) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {assignee === null && (
        <Button look="quiet" small busy={busy === 'take'} onClick={() => void take()}>
          Assign to me
          <KeyHint me={me} name="M" />
        </Button>
      )}
      {isMine && (
        <Button look="quiet" small busy={busy === 'take'} onClick={() => void giveBack()}>
          Unassign me
        </Button>
      )}
      {mayManage && (
        <Button look="quiet" small busy={busy === 'assign'} onClick={() => setOpen('assign')}>
          Assign
          <KeyHint me={me} name="A" />
        </Button>
      )}
      <Button
        look="quiet"
        small
        busy={busy === 'close'}
        onClick={() => void (isClosable ? close() : reopen())}
      >
        {isClosable ? 'Close' : status === 'spam' ? 'Not spam' : 'Reopen'}
        <KeyHint me={me} name="E" />
      </Button>
      {isOpen && !isSnoozed && (
        <Button look="quiet" small busy={busy === 'snooze'} onClick={() => setOpen('snooze')}>
          Snooze
          <KeyHint me={me} name="Z" />
        </Button>
      )}
      {isSnoozed && (
        <Button look="quiet" small busy={busy === 'close'} onClick={() => void reopen()}>
          Unsnooze
        </Button>
      )}
      {refundable && (
        <Button look="quiet" small onClick={() => setOpen('refund')}>
          Refund
          <KeyHint me={me} name="F" />
        </Button>
      )}
      {mayManage && ticket.order === null && (
        <Button
          look="quiet"
          small
          busy={busy === 'link'}
          onClick={() =>
            ticket.link === null
              ? setOpen('link')
              : void act('link', () => link(null), 'The link was removed.')
          }
        >
          {ticket.link === null ? 'Link to an order or customer' : 'Remove link'}
        </Button>
      )}
      {mayManage && status !== 'spam' && (
        <Button look="quiet" small busy={busy === 'spam'} onClick={() => void spam()}>
          Mark as spam
          <KeyHint me={me} name="!" />
        </Button>
      )}
      {open && (
        <ActDialog
          open={open}
          ticket={ticket}
          refundable={refundable}
          onClose={() => setOpen(undefined)}
          onLink={link}
          onSnooze={(until) => void snooze(until)}
          onAssign={(staffId) => void assign(staffId)}
        />
      )}
    </div>
  );
}

function Sender({ ticket, me }: { ticket: DeskTicket; me: Me }) {
  const { customer, order, isGuest, refunds } = ticket;
  return (
    <section aria-labelledby="sender">
      <h2 id="sender" className="mb-3">
        Customer
      </h2>
      <p>
        {customer.id === null ? (
          <bdi className="font-semibold">{customer.name}</bdi>
        ) : (
          <Link to={`/customers/${customer.id}`} className="link font-semibold">
            <bdi>{customer.name}</bdi>
          </Link>
        )}
        {customer.email !== null && <span className="block">{customer.email}</span>}
        {isGuest && (
          <span className="block text-muted">
            The sender wasn’t logged in, so the address may not be theirs. Don’t share account or order
            details.
          </span>
        )}
        {customer.isErased && <span className="block text-muted">This customer’s data was erased.</span>}
      </p>
      {ticket.link !== null && (
        <p className="mt-3">
          Linked to{' '}
          {ticket.link.order !== null && (
            <Link to={`/orders/${ticket.link.order}`} className="link">
              order {ticket.link.order}
            </Link>
          )}
          <TestMark livemode={ticket.link.livemode} />
          {ticket.link.customer !== null && (
            <Link to={`/customers/${ticket.link.customer.id}`} className="link">
              <bdi>{ticket.link.customer.name}</bdi>
            </Link>
          )}
          <span className="block text-muted">Only the team sees this link.</span>
        </p>
      )}
      {order !== null && (
        <p className="mt-3">
          {mayDo(me, 'order.see') ? (
            <Link to={`/orders/${order.number}`} className="link">
              Order {order.number}
            </Link>
          ) : (
            `Order ${order.number}`
          )}
          <TestMark livemode={order.livemode} />
          <span className="block text-muted">{order.title}</span>
        </p>
      )}
      {refunds.length > 0 && (
        <ul aria-label="Refunds of the order" className="mt-3 flex flex-col gap-2">
          {refunds.map((refund) => (
            <li key={`${refund.at} ${refund.amount} ${refund.to}`}>
              {refundWords(refund, formatMoney(refund.amount, refund.currency))}
              <span className="block text-muted">
                <bdi>{refund.by}</bdi>, {formatTime(refund.at)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
