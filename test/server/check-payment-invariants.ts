/** Invariants that random histories check after every step: the audit's queries, and the allowed state changes. */
import type { Schema } from '#server/database/schema.ts';
import { auditLedger } from '#server/ledger/audit-ledger.ts';
import { type Kysely, sql } from 'kysely';
import { auditPayments } from '#server/payments/audit/audit-payments.ts';

type States = Map<string, string>;
/** Allowed next states of each kind of row; "" is before the row exists. */
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

/** Invariants beyond the audit's: one live attempt per link. */
async function otherBreaches(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`
    select 'two live attempts for link ' || payment_link_id as words from payment_attempt
      where status in ('creating', 'open', 'processing') group by payment_link_id having count(*) > 1`.execute(
    db,
  );
  return rows.map(({ words }) => words);
}

/**
 * The violated invariants, in words; `from` and `to`: the states before and after the last step. Differences
 * that a provider has not reported yet do not count.
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
