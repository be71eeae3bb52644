/** The invariants of random histories: the audit finds nothing, state changes are allowed ones, and all payment trails add up. */
import assert from 'node:assert/strict';
import type { Schema } from '#server/database/schema.ts';
import { showPaymentTrail } from '#server/desk/money/show-payment-trail.ts';
import { auditLedger } from '#server/ledger/audit-ledger.ts';
import { type Kysely, sql } from 'kysely';
import { sourceOfEntry } from '#server/payments/movements/movement-postings.ts';
import { auditPayments } from '#server/payments/audit/audit-payments.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';

type States = Map<string, string>;
/** The allowed next states of each kind of row. "": the row doesn't exist yet. */
const moves: Record<string, Record<string, string>> = {
  attempt: {
    '': 'creating open processing captured failed expired canceled',
    creating: 'open processing captured failed expired canceled',
    open: 'processing captured failed expired canceled',
    processing: 'captured failed expired canceled',
    failed: 'captured',
    expired: 'captured',
    canceled: 'captured',
  },
  order: { '': 'awaitingPayment paid expired cancelled', awaitingPayment: 'paid expired cancelled' },
  deposit: {
    '': 'awaitingPayment paid expired',
    awaitingPayment: 'paid expired',
    expired: 'paid',
  },
  refund: {
    '': 'requested pending succeeded failed',
    requested: 'pending succeeded failed',
    pending: 'succeeded failed',
    succeeded: 'failed',
  },
};

/** Reads the state of every attempt, link and refund. */
export async function readStates(db: Kysely<Schema>): Promise<States> {
  const { rows } = await sql<{ id: string; status: string }>`
    select 'attempt ' || id as id, status from payment_attempt
    union all select purpose || ' ' || number, status from payment_link
    union all select 'refund ' || id, status from refund`.execute(db);
  return new Map(rows.map(({ id, status }) => [id, status]));
}

function illegalMoves(from: States, to: States): string[] {
  return [...to].flatMap(([id, status]) => {
    const before = from.get(id) ?? '';
    const allowed = moves[id.split(' ')[0]!]?.[before]?.split(' ') ?? [];
    return before === status || allowed.includes(status) ? [] : [`${id} went from ${before} to ${status}`];
  });
}

/** Violations of an invariant that the audit doesn't check: one live attempt per link. */
async function otherBreaches(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`
    select 'two live attempts for link ' || payment_link_id as words from payment_attempt
      where status in ('creating', 'open', 'processing') group by payment_link_id having count(*) > 1`.execute(
    db,
  );
  return rows.map(({ words }) => words);
}

/**
 * The violated invariants, in words. `from`, `to`: the states before and after the last step. Differences that a provider hasn't
 * reported yet don't count.
 */
export async function checkPaymentInvariants(
  db: Kysely<Schema>,
  from: States,
  to: States,
): Promise<string[]> {
  const found = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => [...(await auditLedger(tx)), ...(await auditPayments(tx))]);
  return [
    ...found.filter((finding) => !finding.startsWith('The webhook event ')),
    ...illegalMoves(from, to),
    ...(await otherBreaches(db)),
  ];
}

/** A caller who may do everything. */
export const owner: StaffCaller = {
  staffId: 0n,
  sessionId: '',
  permissions: ['*'],
  limits: { refund: null, adjust: null },
  orderTypes: [],
  freshUntil: new Date(0),
  by: { kind: 'staff', id: 0n, requestId: '' },
};

type Link = { number: string; captured: bigint; amount: bigint; is_paid: boolean; purpose: string };

/**
 * Checks that each posting is in exactly one payment's trail, and that each trail has the sums of its payment link. Credits,
 * debits and postings of a provider's account itself aren't in a trail.
 */
export async function checkTrails(db: Kysely<Schema>): Promise<void> {
  const { rows: links } = await sql<Link>`
    select number, captured, amount, status = 'paid' as is_paid, purpose from payment_link order by id`.execute(
    db,
  );
  const shown: string[] = [];
  for (const { number, captured, amount, is_paid: isPaid, purpose } of links) {
    const { postings, whereNow, attempts } = await showPaymentTrail({ db }, owner, { number });
    shown.push(...postings.map(({ id }) => id));
    const moved = (kind: string) =>
      postings
        .filter((posting) => posting.kind === kind)
        .flatMap(({ transfers }) => transfers)
        .reduce((sum, transfer) => sum + transfer.amount, 0);
    const inReview = attempts
      .filter(({ status }) => status === 'review')
      .reduce((sum, attempt) => sum + (attempt.captured ?? 0), 0);
    assert.equal(moved('capture'), Number(captured) + inReview, `${number}: received`);
    if (purpose === 'order')
      assert.equal(moved('order_paid'), isPaid ? Number(amount) : 0, `${number}: paid`);
    assert.equal(
      whereNow.reduce((sum, one) => sum + one.amount, 0),
      0,
      `${number}: money appeared`,
    );
  }
  const { rows: posted } = await sql<{ id: string }>`
    select x.id::text from ledger_tx x left join provider_entry e on x.source_type = 'provider_entry' and ${sourceOfEntry} = x.source_id
    where x.kind <> 'adjustment' and (e.id is null or num_nonnulls(e.attempt_id, e.refund_id, e.dispute_id) = 1) order by x.id`.execute(
    db,
  );
  const inOrder = (ids: string[]) => ids.toSorted((a, b) => Number(a) - Number(b));
  assert.deepEqual(inOrder(shown), inOrder(posted.map(({ id }) => id)), 'each posting is in one trail');
}
