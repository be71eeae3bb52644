import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useOutletContext, useParams } from 'react-router';
import type { DeskCustomer } from '#contract/desk/orders.ts';
import type { Me } from '#contract/desk/staff.ts';
import { formatMoney } from '#contract/money.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { formatDay, formatTime } from '#desk/frame/format-time.ts';
import { Screen } from '#desk/frame/screen.tsx';
import { Notes } from '#desk/work/notes.tsx';
import { OrderList } from '#desk/work/order-list.tsx';
import { CustomerActs } from './customer-acts.tsx';
import { signWords } from './customer-words.ts';
import { Statement } from './statement.tsx';

/** One customer: money, orders, messages, sessions, notes. */
export function CustomerPage() {
  const { id = '' } = useParams();
  const customer = useQuery({
    queryKey: ['customer', id],
    queryFn: ({ signal }) => callDesk('showCustomer', { params: { id }, signal }),
    staleTime: 0,
  });
  return (
    <Screen title={customer.data?.name ?? 'Customer'}>
      <Awaited query={customer}>{(found) => <Whole key={found.id} customer={found} />}</Awaited>
    </Screen>
  );
}

function Whole({ customer }: { customer: DeskCustomer }) {
  const me = useOutletContext<Me>();
  const client = useQueryClient();
  const { id, state, orders, messages, notes } = customer;
  const again = async () => {
    await Promise.all(
      ['customer', 'customers', 'statement'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
  };
  return (
    <>
      <Head customer={customer} />
      {state !== 'erased' && <CustomerActs customer={customer} me={me} again={again} />}
      <Figures customer={customer} />
      <div className="order-room">
        <div className="flex min-w-0 flex-col gap-10">
          <Orders id={id} orders={orders} />
          <Statement id={id} linked={mayDo(me, 'order.see')} />
          {messages !== null && <Messages messages={messages} />}
        </div>
        <div className="flex min-w-0 flex-col gap-10">
          <Facts customer={customer} />
          <Notes
            about={`customer ${id}`}
            notes={notes}
            isForWriters
            canAdd={state !== 'erased'}
            onAdd={(text) => callDesk('addCustomerNote', { params: { id }, body: { text } })}
            again={again}
          />
        </div>
      </div>
    </>
  );
}

/** Number of orders shown before the person asks for more. */
const fewOrders = 6;

function Orders({ id, orders }: Pick<DeskCustomer, 'id' | 'orders'>) {
  const [all, setAll] = useState(false);
  return (
    <section aria-labelledby="orders">
      <h2 id="orders" className="mb-3">
        Orders
      </h2>
      {orders.length === 0 ? (
        <p className="text-muted">No orders yet.</p>
      ) : (
        <OrderList label="Orders" orders={all ? orders : orders.slice(0, fewOrders)} names={false} />
      )}
      {!all && orders.length > fewOrders && (
        <Button look="quiet" small className="mt-4" onClick={() => setAll(true)}>
          Show the latest {orders.length} orders
        </Button>
      )}
      {all && (
        <p className="mt-4">
          <Link to={`/orders?customer=${id}`} className="link">
            See all orders
          </Link>
        </p>
      )}
    </section>
  );
}

function Head({ customer }: { customer: DeskCustomer }) {
  const { email, formerEmails, confirmedAt, createdAt, lockedAt, erasedAt } = customer;
  const signs = signWords(customer);
  return (
    <div className="-mt-4 flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {email !== null && <span>{email}</span>}
        {email !== null && confirmedAt !== null && <span className="text-muted">confirmed</span>}
        <span className="text-muted">Customer since {formatDay(createdAt)}</span>
      </p>
      {formerEmails.map(({ email: former, until }) => (
        <p key={until} className="text-muted">
          Former email address: {former}, until {formatTime(until)}
        </p>
      ))}
      {erasedAt !== null && (
        <Notice title={`This customer’s data was erased on ${formatDay(erasedAt)}`}>
          <p>Their orders and payments are kept for accounting, without a name.</p>
        </Notice>
      )}
      {erasedAt === null && lockedAt !== null && (
        <Notice kind="warning" title={`Locked since ${formatTime(lockedAt)}`}>
          <p>This customer can’t log in.</p>
        </Notice>
      )}
      {signs.length > 0 && (
        <ul aria-label="Flags" className="flex flex-wrap gap-2">
          {signs.map((sign) => (
            <li key={sign} className="tag">
              {sign}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Figures({ customer: { balance, spent, paidOrders, refunded } }: { customer: DeskCustomer }) {
  const figures: [string, number, string?][] = [
    ['Available balance', balance.available],
    ['Reserved for payments', balance.reserved],
    ['On hold for disputes', balance.disputed],
    ['Paid for orders', spent, paidOrders === 1 ? '1 paid order' : `${paidOrders} paid orders`],
    ['Refunded', refunded],
  ];
  return (
    <dl aria-label="Money" className="key-figures figures">
      {figures.map(([label, amount, more]) => (
        <div key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className={`font-semibold ${amount < 0 ? 'text-red-text' : ''}`}>
            {formatMoney(amount, balance.currency)}
            {more !== undefined && <span className="block font-normal text-muted">{more}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Facts({ customer: { address, sessions, email } }: { customer: DeskCustomer }) {
  return (
    <>
      {address.length > 0 && (
        <section aria-labelledby="address">
          <h2 id="address" className="mb-3">
            Address
          </h2>
          <address className="not-italic">
            {address.map((line) => (
              <span key={line} dir="auto" className="block text-left">
                {line}
              </span>
            ))}
          </address>
          <p className="text-muted">From their last order</p>
        </section>
      )}
      {email !== null && (
        <section aria-labelledby="sessions">
          <h2 id="sessions" className="mb-3">
            Sessions
          </h2>
          {sessions.length === 0 ? (
            <p className="text-muted">This customer isn’t logged in anywhere.</p>
          ) : (
            <ul className="flex flex-col gap-2">
              {sessions.map(({ device, place, lastUsedAt }) => (
                <li key={`${device}${lastUsedAt}`}>
                  {device}
                  <span className="block text-muted">
                    {place !== null && `${place}, `}
                    {formatTime(lastUsedAt)}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </>
  );
}

const messageStates = { open: 'Open', answered: 'Waiting for the customer', closed: 'Closed' } as const;

function Messages({ messages }: { messages: NonNullable<DeskCustomer['messages']> }) {
  return (
    <section aria-labelledby="messages">
      <h2 id="messages" className="mb-3">
        Messages
      </h2>
      {messages.length === 0 && <p className="text-muted">No messages from this account.</p>}
      <ul className="flex flex-col gap-4">
        {messages.map(({ number, order, createdAt, status, from, message }) => (
          <li key={number}>
            <p className="flex flex-wrap items-center gap-x-2 text-muted">
              {number}, {formatTime(createdAt)} <span className="tag">{messageStates[status]}</span>
            </p>
            <p className="line-clamp-3 whitespace-pre-wrap">
              {from === 'team' && 'Our reply: '}
              <bdi>{message}</bdi>
            </p>
            <Link to={`/tickets/${number}`} className="link">
              {order === null ? `Open ${number}` : `Open the messages about ${order}`}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
