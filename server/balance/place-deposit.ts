import { hour } from '#contract/durations.ts';
import { randomBytes } from 'node:crypto';
import type { DepositBody, PlacedDeposit } from '#contract/balance.ts';
import { currency, formatMoney, formatPrice } from '#contract/money.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { Refusal } from '#server/http/refusal.ts';
import { enqueue } from '#server/jobs/job.ts';
import { expireLink } from '#server/payments/expire-link.ts';
import { findEarlierAnswer, hashBody } from '#server/http/idempotency-key.ts';
import { paymentUrl } from '#server/payments/payment-url.ts';
import { newNumber } from '#server/process/readable-number.ts';
import { type Kysely, sql } from 'kysely';
import type { BalanceDeps } from './balance-deps.ts';

const route = 'placeDeposit';

type Depositing = { customerId: bigint; body: DepositBody; idempotencyKey: string | undefined };

// The amount that the balance can still take, less unpaid deposits. Locks the customer's row, so that simultaneous deposits
// count each other.
async function findRoom(
  tx: Kysely<Schema>,
  { customerId, livemode, ceiling }: { customerId: bigint; livemode: boolean; ceiling: number },
): Promise<number> {
  await sql`select 1 from customer where id = ${customerId} for update`.execute(tx);
  const { rows } = await sql<{ taken: bigint }>`
    select (
      coalesce((
        select sum(b.amount) from ledger_account a join ledger_balance b on b.account_id = a.id
        where a.customer_id = ${customerId} and a.currency = ${currency} and a.livemode = ${livemode}
      ), 0) + coalesce((
        select sum(amount) from payment_link
        where customer_id = ${customerId} and purpose = 'deposit' and status = 'awaitingPayment' and livemode = ${livemode}
      ), 0)
    )::bigint as taken`.execute(tx);
  return Math.max(0, ceiling - Number(rows[0]!.taken));
}

const ceilingMessage = (ceiling: number, room: number) =>
  `Your balance can hold up to ${formatPrice(ceiling)}. ${
    room > 0
      ? `You can add up to ${formatMoney(room)}.`
      : 'With the deposits that are waiting for payment, it’s full.'
  }`;

/**
 * Places a deposit and returns its payment link. The same key and body get the same answer.
 * @throws Refusal above the ceiling; ProblemReply 422 when the key was used for another request.
 */
export async function placeDeposit(
  deps: BalanceDeps,
  { customerId, body, idempotencyKey }: Depositing,
): Promise<PlacedDeposit> {
  const { db, clock, publicUrl, livemode } = deps;
  const { balance, rules } = deps.catalogue();
  const ceiling = balance.ceilingCents;
  const key = idempotencyKey ?? crypto.randomUUID();
  const bodyHash = hashBody(body);
  const now = clock();
  const token = randomBytes(32).toString('base64url');
  const number = newNumber('D');
  const expiresAt = new Date(now.getTime() + rules.paymentLinkTtlHours * hour);
  const { price, firstName, lastName, country, city, address, state, zipCode } = body;
  const { javascriptEnabled, acceptLanguage, screenWidth, screenHeight, timeZone, userAgent } = body;
  const answer: PlacedDeposit = {
    paymentLink: paymentUrl(publicUrl, token),
    depositNumber: number,
    amount: price,
    currency,
    expiresAt: expiresAt.toISOString(),
  };
  return inTransaction(db, async (tx) => {
    const room = await findRoom(tx, { customerId, livemode, ceiling });
    const earlier = await findEarlierAnswer<PlacedDeposit>(tx, { customerId, key, route, bodyHash });
    if (earlier) return earlier;
    if (price > room) throw new Refusal({ price: [ceilingMessage(ceiling, room)] });
    const { rows } = await sql<{ id: bigint }>`
      insert into payment_link (token, customer_id, purpose, number, amount, currency, livemode, lines, client, created_at, expires_at)
      values (${token}, ${customerId}, 'deposit', ${number}, ${price}, ${currency}, ${livemode},
        ${JSON.stringify([{ title: 'Deposit to your balance', amount: price, days: 0 }])}::jsonb,
        ${JSON.stringify({ javascriptEnabled, acceptLanguage, screenWidth, screenHeight, timeZone, userAgent })}::jsonb,
        ${now}, ${expiresAt})
      returning id`.execute(tx);
    await writeInOneStatement(tx, [
      sql`insert into deposit (customer_id, payment_link_id, billing, created_at) values (${customerId}, ${rows[0]!.id},
        ${JSON.stringify({ firstName, lastName, country, city, address, state, zipCode })}::jsonb, ${now})`,
      sql`insert into idempotency_key (customer_id, key, route, body_hash, answer, created_at)
        values (${customerId}, ${key}, ${route}, ${bodyHash}, ${JSON.stringify(answer)}::jsonb, ${now})`,
      enqueue([expireLink.at(expiresAt, { number })]),
    ]);
    return answer;
  });
}
