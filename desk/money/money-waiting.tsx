import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useOutletContext } from 'react-router';
import { businessCalendar } from '#contract/business-calendar.ts';
import { formatDeadline } from '#contract/deadline.ts';
import type { MoneyWaiting as Waiting } from '#contract/desk/money.ts';
import type { Me } from '#contract/desk/staff.ts';
import { formatMoney } from '#contract/money.ts';
import { Button } from '#ui/button.tsx';
import { mayDo } from '#desk/api/session.ts';
import { formatTime } from '#desk/frame/format-time.ts';
import { refreshWork } from '#desk/work/pulse.ts';
import { useNamedPart } from '#desk/frame/use-named-part.ts';
import { DismissDialog } from './dismiss-dialog.tsx';
import { resendEmails, retryEvents, useRepair } from './mend-button.tsx';
import { providerName } from './money-words.ts';

const PaymentLink = ({ number }: { number: string }) => (
  <Link to={`/money/payments/${number}`} className="link whitespace-nowrap">
    {number}
  </Link>
);

function Repair({
  label,
  small = true,
  act,
}: {
  label: string;
  small?: boolean;
  act: () => Promise<string>;
}) {
  const me = useOutletContext<Me>();
  const { busy, repair } = useRepair();
  if (!mayDo(me, 'money.repair')) return null;
  return (
    <Button look="quiet" small={small} busy={busy} onClick={() => void repair(act)}>
      {label}
    </Button>
  );
}

/** A list of one kind of tasks about money; renders nothing when it is empty. */
function Group<Row>({
  id,
  title,
  list: { total, rows },
  about,
  all,
  children,
}: {
  /** A link to this list ends in `#` and this id. */
  id: string;
  title: string;
  list: { total: number; rows: Row[] };
  about: string;
  all?: ReactNode;
  children: (row: Row) => ReactNode;
}) {
  useNamedPart(id);
  if (total === 0) return null;
  return (
    <section aria-label={title}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h3 id={id} tabIndex={-1}>
          {title} <span className="font-normal text-muted">{total}</span>
        </h3>
        {total > 1 && all}
      </div>
      <p className="max-w-2xl text-muted">{about}</p>
      <ul className="lines mt-2">{rows.map(children)}</ul>
      {total > rows.length && <p className="mt-2 text-muted">{total - rows.length} more not listed.</p>}
    </section>
  );
}

const Disputes = ({ list }: { list: Waiting['disputes'] }) => (
  <Group
    id="disputes"
    title="Disputes"
    list={list}
    about="Open a payment to download the evidence for its dispute. Then respond in the provider’s dashboard. Without a response, a dispute is lost, and an inquiry can become a dispute."
  >
    {({ number, amount, currency, dueAt, isInquiry, isAnswered }) => (
      <li key={`${number} ${dueAt}`} className="money-row">
        <PaymentLink number={number} />
        <span className="figures">{formatMoney(amount, currency)}</span>
        <span>
          {isInquiry && <span className="tag mr-2">Inquiry</span>}
          {isAnswered
            ? 'Response sent, waiting for the bank'
            : dueAt === null
              ? 'No deadline yet'
              : `Respond by ${formatDeadline(new Date(dueAt), businessCalendar)}`}
        </span>
      </li>
    )}
  </Group>
);

const Reviews = ({ list }: { list: Waiting['reviews'] }) => (
  <Group
    id="reviews"
    title="Payments under review"
    list={list}
    about="These payments arrived in a different currency than requested, so the shop didn’t apply them to their orders or deposits. Refund them in the provider’s dashboard, and ask the customers to pay again."
  >
    {({ number, amount, currency, since }) => (
      <li key={`${number} ${since}`} className="money-row">
        <PaymentLink number={number} />
        <span className="figures">{formatMoney(amount, currency)}</span>
        <span className="text-muted">{formatTime(since)}</span>
      </li>
    )}
  </Group>
);

const Emails = ({ list }: { list: Waiting['emails'] }) => (
  <Group
    id="emails"
    title="Emails that couldn’t be sent"
    list={list}
    about="The mail server rejected these emails or was unavailable. The shop retries a rejected email for about 2.5 hours, and any other email for up to four days."
    all={<Repair label="Resend all" act={() => resendEmails(null)} />}
  >
    {({ id, email, about, failedAt, nextTry, error }) => (
      <li key={id} className="money-row money-row-act">
        <span className="min-w-0">
          <span className="block font-semibold">{email}</span>
          <span className="block wrap-anywhere">{error ?? 'No reason was given'}</span>
        </span>
        <span>
          {about !== null && <PaymentLink number={about} />}
          <span className="block text-muted">
            {failedAt
              ? `Stopped retrying ${formatTime(failedAt)}`
              : nextTry && `Next retry ${formatTime(nextTry)}`}
          </span>
        </span>
        <Repair label="Resend" act={() => resendEmails(id)} />
      </li>
    )}
  </Group>
);

const Refunds = ({ list }: { list: Waiting['refunds'] }) => (
  <Group
    id="refunds"
    title="Refunds in progress"
    list={list}
    about="A refund can take 5 to 10 business days to reach the customer. The shop checks with the provider every day."
  >
    {({ number, amount, currency, since }) => (
      <li key={`${number} ${since}`} className="money-row">
        <PaymentLink number={number} />
        <span className="figures">{formatMoney(amount, currency)}</span>
        <span className="text-muted">Since {formatTime(since)}</span>
      </li>
    )}
  </Group>
);

const DismissedEvents = ({ list }: { list: Waiting['dismissed'] }) => (
  <Group
    id="dismissed"
    title="Dismissed webhook events"
    list={list}
    about="Events about unknown payments that the team dismissed in the last 31 days. An event reappears if the shop finds the payment it’s about."
  >
    {({ eventId, provider, type, reference, by, at, note }) => (
      <li key={eventId} className="money-row money-row-act">
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{type}</span>
          <span className="block text-muted wrap-anywhere">
            {providerName(provider)} {eventId}
            {reference !== null && `, ${reference}`}
          </span>
          <span dir="auto" className="block whitespace-pre-wrap wrap-anywhere">
            {note}
          </span>
        </span>
        <span className="text-muted">
          <bdi>{by}</bdi>, {formatTime(at)}
        </span>
      </li>
    )}
  </Group>
);

function Events({
  list,
  onDismiss,
}: {
  list: Waiting['events'];
  onDismiss: (event: Waiting['events']['rows'][number]) => void;
}) {
  const me = useOutletContext<Me>();
  return (
    <Group
      id="events"
      title="Unprocessed webhook events"
      list={list}
      about="The shop retries these events automatically. If it can’t find an event’s payment, it stops after three days. Such an event usually comes from another system that uses the same provider account, or from a copy of this shop. Dismiss it if it isn’t about this shop."
      all={<Repair label="Retry all" act={() => retryEvents(null)} />}
    >
      {(event) => {
        const { eventId, provider, type, reference, number, receivedAt, error, isUnknown } = event;
        return (
          <li key={eventId} className="money-row money-row-act">
            <span className="min-w-0">
              <span className="block font-semibold wrap-anywhere">{type}</span>
              <span className="block text-muted wrap-anywhere">
                {providerName(provider)} {eventId}
              </span>
              <span className="block wrap-anywhere">{error ?? 'Not processed yet'}</span>
            </span>
            <span className="min-w-0">
              {number === null ? (
                <span className="text-muted wrap-anywhere">{reference ?? 'No payment'}</span>
              ) : (
                <PaymentLink number={number} />
              )}
              <span className="block text-muted">Received {formatTime(receivedAt)}</span>
            </span>
            <span className="flex flex-wrap gap-2 md:flex-col md:items-end">
              <Repair label="Retry" act={() => retryEvents(eventId)} />
              {isUnknown && mayDo(me, 'money.repair') && (
                <Button look="quiet" small aria-label={`Dismiss ${eventId}`} onClick={() => onDismiss(event)}>
                  Dismiss
                </Button>
              )}
            </span>
          </li>
        );
      }}
    </Group>
  );
}

/** Open tasks about money, the oldest or most urgent first. */
export function MoneyWaiting({ waiting }: { waiting: Waiting }) {
  const { events, dismissed, emails, refunds, reviews, disputes } = waiting;
  const client = useQueryClient();
  const [dismisses, setDismisses] = useState<Waiting['events']['rows'][number]>();
  const again = async () => {
    await client.invalidateQueries({ queryKey: ['money'] });
    // a dismissed event ends its task
    await refreshWork(client);
  };
  const isNothing = [events, emails, refunds, reviews, disputes].every(({ total }) => total === 0);
  return (
    <section aria-labelledby="waiting" className="flex flex-col gap-8">
      <h2 id="waiting">Waiting</h2>
      {isNothing && (
        <p className="-mt-4 max-w-2xl">
          Nothing is waiting. All webhook events are processed, all emails are sent, all refunds have arrived,
          and no payment is disputed.
        </p>
      )}
      <Disputes list={disputes} />
      <Reviews list={reviews} />
      <Events list={events} onDismiss={setDismisses} />
      <Emails list={emails} />
      <Refunds list={refunds} />
      <DismissedEvents list={dismissed} />
      {dismisses && <DismissDialog event={dismisses} again={again} onClose={() => setDismisses(undefined)} />}
    </section>
  );
}
