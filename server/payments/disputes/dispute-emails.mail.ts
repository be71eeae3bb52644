import { formatDeadline } from '#contract/deadline.ts';
import { formatMoney } from '#contract/money.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { Clock } from '#server/process/clock.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { enqueue, type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { availableToOwner } from '#server/ledger/available-balance.ts';
import { greeting, payersName } from '#server/mail/greeting.ts';
import { type Block, composeEmail } from '#server/mail/compose-email.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { type Kysely, sql } from 'kysely';
import type { ProviderDispute } from '#server/payments/provider/provider.ts';

type About = ProviderDispute['state'];

type Change = {
  disputeId: string;
  about: About;
  ofOrder: number;
  ofBalance: number;
  isDelivered: number;
  step: number;
};

/**
 * A dispute changed. `ofOrder`, `ofBalance`: the disputed amounts of the order's price and of the balance; after a win, the
 * released amounts. Minor units. `isDelivered`: 1 when work was delivered, else 0.
 */
export const disputeEmail = jobKind<Change>('mail.dispute');
// one job per recipient: a retry for one recipient must not repeat the other's email
const emailToOperator = jobKind<Change>('mail.dispute-to-operator');
const emailToCustomer = jobKind<Change>('mail.dispute-to-customer');

type Facts = {
  email: string;
  first_name: string;
  number: string;
  purpose: 'order' | 'deposit';
  /** Currencies of the payment's and of the balance's amounts. */
  currency: string;
  balance_currency: string;
  provider: string;
  provider_ref: string;
  amount: bigint;
  withdrawn: bigint;
  reinstated: bigint;
  fee: bigint;
  reason: string | null;
  evidence_due_at: Date | null;
  status: About;
  /** Whether the order was charged back. */
  has_ended: boolean;
  /** Whether some of the order's work isn't delivered yet. */
  has_open_work: boolean;
  available: bigint;
};
type Stakes = { ofOrder: string | undefined; ofBalance: string | undefined; isDelivered: boolean };
type Content = { title: string; blocks: Block[] };

async function loadFacts(db: Kysely<Schema>, disputeId: string): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select c.email, ${payersName} as first_name, l.number, l.purpose, coalesce(p.captured_currency, l.currency) as currency,
      l.currency as balance_currency, d.provider, d.provider_ref, d.amount, d.withdrawn, d.reinstated, d.fee, d.reason,
      d.evidence_due_at, d.status, l.purpose = 'order' and l.charged_back_at is not null as has_ended,
      exists (
        select from customer_order o join order_line w on w.order_id = o.id
        where o.payment_link_id = l.id and w.work_status in ('queued', 'inProgress', 'needsInfo', 'revisionRequested')
      ) as has_open_work, ${availableToOwner} as available
    from dispute d join payment_attempt p on p.id = d.payment_attempt_id join payment_link l on l.id = p.payment_link_id
      join customer c on c.id = l.customer_id
    where d.id = ${disputeId}::bigint`.execute(db);
  if (!rows[0]) throw new Error(`There is no dispute ${disputeId}`);
  return rows[0];
}

const sentences = (...parts: (string | false | undefined)[]): Block => ({
  paragraph: parts.filter(Boolean).join(' '),
});

function forOperator(
  about: About,
  { number, has_ended, has_open_work }: Facts,
  { ofOrder, ofBalance, isDelivered }: Stakes,
): Content {
  switch (about) {
    case 'inquiry':
      return {
        title: `A bank is asking about the payment for ${number}`,
        blocks: [
          sentences(
            'No money has moved. Respond in the payment provider’s dashboard by the date below, and attach the brief, any delivered work and the emails. An unanswered inquiry can become a dispute.',
          ),
        ],
      };
    case 'open':
      return {
        title: `The payment for ${number} is disputed`,
        blocks: [
          sentences(
            'The customer’s bank has put the payment on hold. Respond in the payment provider’s dashboard by the date below, and attach the brief, any delivered work and the emails.',
            ofOrder &&
              `The order is on hold until the dispute is decided. ${ofOrder} of its price is in dispute.`,
            ofBalance &&
              `${ofBalance} of the payment went to the customer’s balance. The unspent part is on hold.`,
          ),
        ],
      };
    case 'won':
      return {
        title: `We won the dispute over ${number}`,
        blocks: [
          sentences(
            'The shop keeps the payment. You don’t need to do anything.',
            ofOrder && !has_ended && has_open_work && 'Work on the order continues.',
            has_ended && 'The order had already ended, so work on it won’t resume.',
            ofBalance && `${ofBalance} is back in the customer’s balance.`,
          ),
        ],
      };
    case 'lost':
      return {
        title: `We lost the dispute over ${number}`,
        blocks: [
          sentences(
            'The bank decided in the customer’s favor.',
            ofOrder &&
              (isDelivered
                ? `The work was delivered, so the shop loses ${ofOrder}. Any remaining work is canceled.`
                : 'Nothing was delivered, so the order has ended. Don’t work on it.'),
            ofBalance &&
              `${ofBalance} was deducted from the customer’s balance. If that took the balance below zero, the next deposit pays the debt first, and the customer can’t order until then.`,
          ),
        ],
      };
    case 'unknown':
      return {
        title: `The dispute over ${number} has an unknown status`,
        blocks: [
          sentences(
            'The provider reports a status that this version of the shop doesn’t recognize. The shop posted any money that moved, and changed nothing else. Check the dispute in the provider’s dashboard.',
          ),
        ],
      };
  }
}

// The customer gets no email about an inquiry, which moves no money.
function forCustomer(
  about: About,
  {
    purpose,
    number,
    currency,
    balance_currency,
    withdrawn,
    reinstated,
    available,
    has_ended,
    has_open_work,
  }: Facts,
  { ofOrder, ofBalance, isDelivered }: Stakes,
): Content | undefined {
  if (withdrawn === 0n) return undefined;
  const what = `${purpose} ${number}`;
  const belowZero =
    available < 0n &&
    `Your balance is now ${formatMoney(available, balance_currency)}. Add funds to bring it back to zero; then you can order again.`;
  switch (about) {
    case 'open':
      return {
        title: `Your bank has put the payment for ${what} on hold`,
        blocks: [
          sentences(
            `Your bank has put ${formatMoney(withdrawn, currency)} on hold because the payment is disputed.`,
            ofOrder && `Order ${number} is on hold until the banks decide.`,
            ofBalance &&
              'The unspent part of that payment is also on hold in your balance until the banks decide.',
          ),
          sentences(
            'If you didn’t mean to dispute the payment, tell your bank and contact us. That’s the fastest way to continue.',
          ),
        ],
      };
    case 'won':
      return {
        title: `The dispute over ${what} has ended`,
        blocks: [
          sentences(
            'The banks have decided that the payment is valid.',
            ofOrder && !has_ended && has_open_work && 'Work on the order continues.',
            has_ended && 'The order had already ended, so work on it won’t resume.',
            ofBalance && `${ofBalance} is back in your balance.`,
            belowZero,
          ),
        ],
      };
    case 'lost': {
      const taken = withdrawn - reinstated;
      if (taken === 0n) return undefined;
      const amount = formatMoney(taken, currency);
      return {
        title: `Your bank returned ${amount} to you`,
        blocks: [
          sentences(
            `Your bank returned the ${amount} you paid for ${what}.`,
            ofOrder &&
              (isDelivered
                ? 'The work we delivered stays in your orders. We’ve canceled any remaining work.'
                : 'The order has ended, and you don’t owe anything for it.'),
            ofBalance && `We deducted ${ofBalance} from your balance.`,
            belowZero,
          ),
        ],
      };
    }
    default:
      return undefined;
  }
}

function factsOf(about: About, facts: Facts): Block {
  const { currency, evidence_due_at: due } = facts;
  const isOpen = about === 'inquiry' || about === 'open' || about === 'unknown';
  return {
    rows: [
      [facts.purpose === 'order' ? 'Order' : 'Deposit', facts.number],
      ['Disputed amount', formatMoney(facts.amount, currency)],
      ['Withdrawn from the shop', formatMoney(facts.withdrawn, currency)],
      ['Fee', formatMoney(facts.fee, currency)],
      ['Reason', facts.reason ?? 'not given'],
      ...(isOpen && due ? [['Respond by', formatDeadline(due, businessCalendar)] as [string, string]] : []),
      ['Provider', facts.provider],
      ['Provider’s reference', facts.provider_ref],
    ],
  };
}

const buttonTo = (publicUrl: string, { purpose, number }: Facts): Block =>
  purpose === 'order'
    ? { button: 'See the order', url: `${publicUrl}/cabinet/history?order=${number}` }
    : { button: 'See your balance', url: `${publicUrl}/cabinet/balance` };

export function sendDisputeEmails(
  { db, clock, mail }: { db: Kysely<Schema>; clock: Clock; mail: Mail },
  publicUrl: string,
  operatorEmail: string,
): JobHandlers {
  /** Undefined when the dispute has changed again since: the later change has its own email. */
  async function load(change: Change): Promise<[Facts, Stakes] | undefined> {
    const { disputeId, about, ofOrder, ofBalance, isDelivered } = change;
    const facts = await loadFacts(db, disputeId);
    if (facts.status !== about) return undefined;
    const money = (amount: number) => (amount > 0 ? formatMoney(amount, facts.currency) : undefined);
    return [facts, { ofOrder: money(ofOrder), ofBalance: money(ofBalance), isDelivered: isDelivered === 1 }];
  }
  const idOf = ({ disputeId, step }: Change) => `dispute-${disputeId}-${step}`;
  return {
    ...disputeEmail.handledBy(async (change) => {
      const now = clock();
      const jobs = [emailToOperator, emailToCustomer].map((kind) => kind.at(now, change, idOf(change)));
      await writeInOneStatement(db, [enqueue(jobs)]);
    }),
    ...emailToOperator.handledBy(async (change) => {
      const loaded = await load(change);
      if (!loaded) return;
      const { title, blocks } = forOperator(change.about, ...loaded);
      await mail.send(
        composeEmail({
          id: `${idOf(change)}-operator`,
          to: operatorEmail,
          subject: title,
          title,
          blocks: [...blocks, factsOf(change.about, loaded[0])],
        }),
      );
    }),
    ...emailToCustomer.handledBy(async (change) => {
      const loaded = await load(change);
      const letter = loaded && forCustomer(change.about, ...loaded);
      if (!letter) return;
      const [facts] = loaded;
      const { title, blocks } = letter;
      await mail.send(
        composeEmail({
          id: idOf(change),
          about: facts.number,
          to: facts.email,
          subject: title,
          title,
          blocks: [greeting(facts.first_name), ...blocks, buttonTo(publicUrl, facts)],
        }),
      );
    }),
  };
}
