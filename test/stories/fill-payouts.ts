import { day } from '#contract/durations.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { compareProviderBalances } from '#server/payments/audit/audit-money.ts';
import { unknownPayment } from '#server/payments/webhooks/waiting-events.ts';
import type { Movement } from '#server/payments/provider/provider.ts';
import { listMovements, movement } from '#test/server/list-movements.ts';
import { sql } from 'kysely';

type Paid = { id: string; ref: string; amount: bigint; at: Date };

const feeOf = (amount: bigint) => (amount * 29n) / 1000n + 30n;

/**
 * A provider's list of movements for these payments: each payment with its fee, a payout of all but the last, a fee of the
 * account, and an unknown movement.
 */
function listOf(paid: readonly Paid[]): { all: Movement[]; inPayout: Movement[] } {
  const payments = paid.map(({ id, ref, amount, at }, index) =>
    movement({
      id: `mov_${index}`,
      kind: 'payment',
      word: 'charge',
      amount,
      fee: feeOf(amount),
      about: ref,
      reference: id,
      createdAt: at,
    }),
  );
  const last = paid.at(-1)!.at;
  const inPayout = payments.slice(0, -1);
  const sent = inPayout.reduce((sum, { amount, fee }) => sum + amount - fee, 0n);
  const payout = movement({
    id: 'mov_payout',
    kind: 'payout',
    word: 'payout',
    amount: -sent,
    about: 'po_first',
    createdAt: last,
    payout: { arrivesOn: new Date(last.getTime() + 2 * day), listsContent: true },
  });
  const fee = movement({ id: 'mov_fee', kind: 'fee', word: 'stripe_fee', amount: -199n, createdAt: last });
  const unknown = movement({
    id: 'mov_unknown',
    kind: 'other',
    word: 'reserve_transaction',
    amount: -5_000n,
    createdAt: last,
  });
  return { all: [unknown, fee, payout, ...payments.toReversed()], inPayout };
}

/**
 * Imports movements for the payments of a filled shop, as if its provider had received their money, and adds a webhook event of
 * an unknown payment.
 */
export async function fillPayouts(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir });
  try {
    const { db } = database;
    const { rows } = await sql<Paid>`
      select id, provider_ref as ref, captured_amount as amount, closed_at as at from payment_attempt
      where status = 'captured' order by closed_at, id`.execute(db);
    const { all, inPayout } = listOf(rows);
    const clock = () => new Date();
    await listMovements({ db, clock }, all, inPayout);
    await compareProviderBalances({ db, clock });
    await sql`insert into provider_notice (provider, event_id, type, provider_ref, payload, received_at, last_error)
      values ('sandbox', 'evt_elsewhere', 'session.paid', 'sbx_elsewhere', '{}', ${clock()}, ${unknownPayment})`.execute(
      db,
    );
  } finally {
    await database.close();
  }
}
