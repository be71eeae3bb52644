import type { Explanation } from '#contract/desk/money-lists.ts';
import { day } from '#contract/durations.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { ledgerPost } from '#server/ledger/post.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { ownedPostings, type StoredMovement, unexplainedPostings } from './movement-postings.ts';

type Found = StoredMovement & {
  attempt_id: string | null;
  refund_id: string | null;
  dispute_id: bigint | null;
  was_unexplained: boolean;
  explained_as: Explanation | null;
};

const atOnce = 500;
/** After this time without a known payment, refund or dispute, a movement counts as unexplained. */
export const waitMs = 3 * day;
/** How long the shop searches for a movement's owner: its payment, refund or dispute. */
const lookMs = 60 * day;

const isOpen = sql`e.kind in ('payment', 'refund', 'dispute') and e.attempt_id is null and e.refund_id is null and e.dispute_id is null`;

/**
 * SQL: the payment, refund or dispute of entry `e`, as `o`: found by our ID where the provider stores it, else by the
 * provider's.
 */
const ownerOf = sql`lateral (
  select a.id as attempt_id, null::uuid as refund_id, null::bigint as dispute_id from payment_attempt a
    where e.kind = 'payment' and a.provider = e.provider and a.livemode = e.livemode and a.id = e.reference
  union all
  select a.id, null, null from payment_attempt a
    where e.kind = 'payment' and e.reference is null and a.provider = e.provider and a.livemode = e.livemode and a.provider_ref = e.about
  union all
  select null, r.id, null from refund r, lateral (select provider, livemode from payment_attempt where id = r.payment_attempt_id offset 0) as a
    where e.kind = 'refund' and r.provider_ref = e.about and a.provider = e.provider and a.livemode = e.livemode
  union all
  select null, r.id, null from refund r, lateral (select provider, livemode from payment_attempt where id = r.payment_attempt_id offset 0) as a
    where e.kind = 'refund' and r.id = e.reference and a.provider = e.provider and a.livemode = e.livemode
      and r.provider_ref is distinct from e.about
  union all
  select null, null, d.id from dispute d, lateral (select livemode from payment_attempt where id = d.payment_attempt_id offset 0) as a
    where e.kind = 'dispute' and d.provider = e.provider and d.provider_ref = e.about and a.livemode = e.livemode
  limit 1
) as o`;

const columns = sql`e.provider, e.livemode, e.id, e.kind, e.currency, e.amount, e.fee, e.original_currency, e.original,
  e.unexplained_at is not null as was_unexplained, e.explained_as`;

async function findOwned(tx: Kysely<Schema>, since: Date): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select ${columns}, o.attempt_id, o.refund_id, o.dispute_id from provider_entry e, ${ownerOf}
    where ${isOpen} and e.imported_at > ${since} order by e.imported_at, e.id limit ${atOnce}`.execute(tx);
  return rows;
}

async function findUnexplained(tx: Kysely<Schema>, now: Date): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select ${columns}, null::uuid as attempt_id, null::uuid as refund_id, null::bigint as dispute_id from provider_entry e
    where ${isOpen} and e.unexplained_at is null and e.created_at < ${new Date(now.getTime() - waitMs)}
    order by e.imported_at, e.id limit ${atOnce}`.execute(tx);
  return rows;
}

/** Stores the owners found for these movements, with the postings that follow, in one statement. */
async function write(
  tx: Transaction<Schema>,
  found: readonly Found[],
  set: RawBuilder<unknown>,
  postings: Parameters<typeof ledgerPost>[0],
): Promise<void> {
  const rows = found.map(({ provider, livemode, id, attempt_id, refund_id, dispute_id: dispute }) => ({
    provider,
    livemode,
    id,
    attempt_id,
    refund_id,
    dispute_id: dispute === null ? null : String(dispute),
  }));
  await writeInOneStatement(
    tx,
    [
      sql`update provider_entry e set ${set}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as o(provider text, livemode boolean, id text, attempt_id uuid, refund_id uuid, dispute_id bigint)
        where (e.provider, e.livemode, e.id) = (o.provider, o.livemode, o.id)`,
    ],
    ledgerPost(postings),
  );
}

/** Locks all movements until the transaction ends, so that none gets an owner while another call explains it. */
export const lockMovements = (tx: Kysely<Schema>): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('provider_entry'))`.execute(tx);

/**
 * Finds the owner (payment, refund or dispute) of each movement, and posts the currency exchange if there was one. A movement
 * without an owner for three days is booked as unexplained. Once its owner is known, that booking and an explanation by staff are
 * reversed.
 */
export async function findOwners({ db, clock }: Pick<PaymentDeps, 'db' | 'clock'>): Promise<void> {
  for (let more = true; more;) {
    const now = clock();
    more = await inTransaction(db, async (tx) => {
      await lockMovements(tx);
      const owned = await findOwned(tx, new Date(now.getTime() - lookMs));
      if (owned.length > 0) {
        await write(
          tx,
          owned,
          sql`attempt_id = o.attempt_id, refund_id = o.refund_id, dispute_id = o.dispute_id`,
          owned.flatMap((moved) =>
            ownedPostings(moved, { unexplained: moved.was_unexplained, explained: moved.explained_as }, now),
          ),
        );
        return true;
      }
      const unexplained = await findUnexplained(tx, now);
      if (unexplained.length > 0)
        await write(
          tx,
          unexplained,
          sql`unexplained_at = ${now}`,
          unexplained.flatMap((moved) => unexplainedPostings(moved, now)),
        );
      return unexplained.length > 0;
    });
  }
}
