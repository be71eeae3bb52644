import { createHash } from 'node:crypto';
import { currency, formatMoney, least } from '#contract/money.ts';
import { day } from '#contract/durations.ts';
import { deskProblems } from '#contract/desk/endpoint.ts';
import { weeklyLimitFactor } from '#contract/desk/permissions.ts';
import { type CustomerKey, identifyCustomer } from '#server/accounts/find-customer.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import { enqueue } from '#server/jobs/job.ts';
import { spendable } from '#server/ledger/available-balance.ts';
import { ledgerPost, type Transfer } from '#server/ledger/post.ts';
import { posting } from '#server/ledger/postings.ts';
import { isOfStaff } from '#server/payments/refunds/is-of-staff.ts';
import {
  type CarriedOutApproval,
  agreementDetail,
  assertWithinLimit,
} from '#server/payments/refunds/approval-limit.ts';
import { type Actor, writeActor } from '#server/process/actor.ts';
import type { Schema } from '#server/database/schema.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { adjustmentEmail } from './adjustment-email.mail.ts';
import type { BalanceDeps } from './balance-deps.ts';

/**
 * A credit or debit of a customer's balance.
 * `amount`: minor units, above 0. `reason`: shown to the customer.
 * `requestId`: idempotency key; without it, the same command books once a day.
 * `limit`: the actor's limit for one customer, in minor units; null: the actor has none.
 * `seen`: the customer's number of adjustments and requests for them when the actor decided.
 * `agreement`: the approval that this adjustment carries out.
 * `writes`: statements that run in the adjustment's transaction.
 */
export type AdjustmentInput = {
  customer: CustomerKey;
  direction: 'credit' | 'debit';
  amount: bigint;
  reason: string;
  by: Actor;
  requestId?: string;
  limit?: number | null;
  seen?: number | undefined;
  agreement?: CarriedOutApproval;
  writes?: (now: Date, source: string) => RawBuilder<unknown>[];
};

type Funds = { cash: bigint; debt: bigint };

// The adjustment's id: the same command on the same day (UTC) gets the same id, so a repeated command books once.
const sourceOf = (
  customerId: bigint,
  { direction, amount, reason, requestId }: AdjustmentInput,
  now: Date,
): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        requestId === undefined
          ? [String(customerId), direction, String(amount), reason, now.toISOString().slice(0, 10)]
          : [String(customerId), requestId],
      ),
    )
    .digest('hex')
    .slice(0, 32);

/** A person and their limit for credits and debits of one customer, in minor units. */
type Limited = { by: Actor; limit: number };

/**
 * SQL expression: how much of the actor's limit is used for this customer (minor units), from the audit log. It is the larger of
 * two sums: this customer's adjustments in 24 hours, and the excess of all customers' in 7 days over their limit
 * (docs/decisions/0062).
 */
export const limitUsed = (
  { by, limit }: Limited,
  customerId: RawBuilder<unknown>,
  now: Date,
): RawBuilder<bigint> => {
  const theirs = sql`action in ('credit', 'debit') and actor = ${writeActor(by)} and detail ->> 'currency' = ${currency}`;
  const since = (days: number) => new Date(now.getTime() - days * day);
  const sum = sql`coalesce(sum((detail ->> 'amount')::bigint), 0)`;
  return sql`greatest(
    (select ${sum} from audit_entry where subject = 'customer ' || ${customerId} and ${theirs} and at > ${since(1)}),
    (select ${sum} from audit_entry where ${theirs} and at > ${since(7)}) - ${limit * (weeklyLimitFactor - 1)}
  )::bigint`;
};

/** SQL expression: the total that everybody credited to a customer in the last 24 hours (minor units), from the audit log. */
export const creditedSum = (customerId: RawBuilder<unknown>, now: Date): RawBuilder<bigint> => sql`(
  select coalesce(sum((detail ->> 'amount')::bigint), 0)::bigint from audit_entry
  where subject = 'customer ' || ${customerId} and action = 'credit' and detail ->> 'currency' = ${currency}
    and at > ${new Date(now.getTime() - day)})`;

/**
 * How much of the actor's limit is used for this customer (minor units; 0 without a limit), and whether the customer is also a
 * member of staff.
 */
export async function limitFor(
  db: Kysely<Schema>,
  { by, limit }: { by: Actor; limit: number | null },
  customerId: bigint,
  now: Date,
): Promise<{ used: bigint; isOfStaff: boolean }> {
  const id = sql`${customerId}::bigint`;
  const { rows } = await sql<{ is_of_staff: boolean; used: bigint }>`
    select ${isOfStaff(id)} as is_of_staff, ${limit ? limitUsed({ by, limit }, id, now) : sql`0::bigint`} as used`.execute(
    db,
  );
  return { used: rows[0]!.used, isOfStaff: rows[0]!.is_of_staff };
}

/** The number of credits and debits of a customer, and of requests for them. */
export async function countAdjustments(db: Kysely<Schema>, customerId: bigint): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_entry
    where subject = ${`customer ${customerId}`} and action in ('credit', 'debit', 'ask-credit', 'ask-debit')`.execute(
    db,
  );
  return rows[0]!.count;
}

/**
 * Rejects a decision that was made before another adjustment of the customer. The customer's balances are locked, so the count
 * can't change until the commit.
 */
async function assertSeen(
  tx: Kysely<Schema>,
  { seen }: Pick<AdjustmentInput, 'seen'>,
  customerId: bigint,
): Promise<void> {
  if (seen === undefined || (await countAdjustments(tx, customerId)) === seen) return;
  throw new ProblemReply(
    409,
    'Someone has credited or debited this balance, or requested approval to do so, since you opened the form. Check the statement and the approvals, and then try again.',
    { type: deskProblems.moved },
  );
}

async function assertWithinOwnLimit(
  tx: Kysely<Schema>,
  { by, amount, limit, agreement }: AdjustmentInput,
  customerId: bigint,
  now: Date,
): Promise<void> {
  if (limit === undefined) return;
  // one call of this actor at a time, because each must count the adjustments of the others
  await sql`select pg_advisory_xact_lock(hashtext('adjust'), hashtext(${writeActor(by)}))`.execute(tx);
  const { used, isOfStaff } = await limitFor(tx, { by, limit }, customerId, now);
  assertWithinLimit(
    { limit: isOfStaff && !agreement ? 0 : limit, used, amount },
    {
      can: 'credit and debit',
      cannot: isOfStaff ? 'credit or debit the balance of a team member' : 'credit or debit balances',
      within: `per customer in 24 hours, and ${formatMoney((limit ?? 0) * weeklyLimitFactor, currency)} for all customers in 7 days`,
      needs: 'money.adjust',
    },
  );
}

/** Rejects a request ID that was booked with other values, because its stored result doesn't fit this request. */
async function assertSame(
  tx: Kysely<Schema>,
  { direction, amount, reason, requestId }: AdjustmentInput,
  customerId: bigint,
  source: string,
): Promise<void> {
  if (requestId === undefined) return;
  const { rows } = await sql`
    select 1 from audit_entry e, ledger_tx x where e.subject = ${`customer ${customerId}`} and e.action = ${direction}
      and e.detail ->> 'adjustment' = ${source} and e.detail ->> 'amount' = ${String(amount)}
      and x.kind = 'adjustment' and x.source_type = 'adjustment' and x.source_id = ${source} and x.memo = ${reason}`.execute(
    tx,
  );
  if (rows.length === 0)
    throw new ProblemReply(
      409,
      'This adjustment was already posted with a different amount or reason. Check the statement.',
    );
}

// A credit repays a debt first, like a deposit. A manual debit never takes the available balance below zero.
function transfersOf({ direction, amount }: AdjustmentInput, { cash, debt }: Funds): Transfer[] {
  if (direction === 'debit') {
    const free = spendable({ cash, debt });
    if (amount > free) {
      const detail = `The available balance is ${formatMoney(cash + debt, currency)}. You can deduct up to ${formatMoney(free, currency)}.`;
      throw new ProblemReply(409, detail, { errors: { amount: [detail] } });
    }
    return [{ from: 'cash', to: 'promo_expense', amount }];
  }
  const repaid = least(amount, -debt);
  return [
    { from: 'promo_expense', to: 'debt', amount: repaid },
    { from: 'promo_expense', to: 'cash', amount: amount - repaid },
  ];
}

/**
 * Credits or debits a customer's balance at the shop's expense, in the caller's transaction; the customer sees the reason. Wake the
 * jobs after the commit.
 * @returns false when the same request, or the same command on the same day, was booked before
 * @throws ProblemReply 404 for an unknown customer, 409 for a debit above the balance; AboveLimit for a possible adjustment above
 *   the actor's limit
 */
export async function bookAdjustment(
  tx: Kysely<Schema>,
  { livemode }: Pick<BalanceDeps, 'livemode'>,
  adjusting: AdjustmentInput,
  now: Date,
): Promise<boolean> {
  const { customer, direction, amount, reason, by, agreement } = adjusting;
  const { id: customerId } = await identifyCustomer(tx, customer);
  const source = sourceOf(customerId, adjusting, now);
  const { rows } = await sql<Funds & { is_known: boolean }>`
    select cash, debt, exists (
      select from ledger_tx where kind = 'adjustment' and source_type = 'adjustment' and source_id = ${source}
    ) as is_known from ledger_lock_balances(${customerId}, ${currency}, ${livemode})`.execute(tx);
  const funds = rows[0]!;
  if (funds.is_known) {
    await assertSame(tx, adjusting, customerId, source);
    return false;
  }
  await assertSeen(tx, adjusting, customerId);
  const transfers = transfersOf(adjusting, funds);
  // checked after the lock, so that simultaneous requests can't exceed the limit together
  await assertWithinOwnLimit(tx, adjusting, customerId, now);
  const owner = { customerId, currency, livemode };
  const booking = { by, at: now, memo: reason };
  const letter = { source, customerId: String(customerId), direction, amount: Number(amount) };
  const written = await writeInOneStatement(
    tx,
    [
      enqueue([adjustmentEmail.at(now, letter, source)]),
      ...auditEntry(by, now, {
        action: direction,
        subject: `customer ${customerId}`,
        detail: {
          amount: String(amount),
          currency,
          adjustment: source,
          ...agreementDetail(agreement),
        },
      }),
      ...(adjusting.writes?.(now, source) ?? []),
    ],
    ledgerPost(posting('adjustment', source, owner, booking, transfers)),
  );
  return written.length > 0;
}

/**
 * Credits or debits a balance for an operator's command.
 * @returns false when the same command was booked on the same day
 * @throws ProblemReply 404 for an unknown customer, 409 for a debit above the balance
 */
export async function adjustBalance(deps: BalanceDeps, adjusting: AdjustmentInput): Promise<boolean> {
  const isBooked = await inTransaction(deps.db, (tx) => bookAdjustment(tx, deps, adjusting, deps.clock()));
  deps.jobs.wake();
  return isBooked;
}
