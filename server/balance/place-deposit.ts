import { storedBilling } from '#contract/storefront/billing.ts';
import { hour } from '#contract/durations.ts';
import { randomBytes } from 'node:crypto';
import type { DepositBody, PlacedDeposit } from '#contract/storefront/balance.ts';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { currency, formatMoney, formatPrice, minorUnitsIn } from '#contract/money.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { otherAccount, refuseOtherAccount } from '#server/accounts/check-account.ts';
import { makeFindable } from '#server/database/search-text.ts';
import { Refusal } from '#server/http/refusal.ts';
import { enqueue } from '#server/jobs/job.ts';
import { expireLink } from '#server/payments/expire-link.ts';
import { findEarlierAnswer, hashBody } from '#server/http/idempotency-key.ts';
import { paymentUrl } from '#server/payments/payment-url.ts';
import { newNumber } from '#server/process/readable-number.ts';
import { type Kysely, sql } from 'kysely';
import type { BalanceDeps } from './balance-deps.ts';
import { findBalance } from './find-balance.ts';

const route = 'placeDeposit';

type PlaceDepositInput = { customerId: bigint; body: DepositBody; idempotencyKey: string | undefined };

type Counted = { other: string | null; available: bigint; held: bigint; unpaid: bigint };

// The amounts that count toward the ceiling: the balance, its reserved and disputed parts, and unpaid deposits. Locks the
// customer's row, so that simultaneous deposits count each other.
async function findCounted(
  tx: Kysely<Schema>,
  { customerId, livemode, body }: { customerId: bigint; livemode: boolean; body: DepositBody },
): Promise<Counted> {
  const locked = await sql<{ other: string | null }>`
    select ${otherAccount(body)} as other from customer where id = ${customerId} for update`.execute(tx);
  const balance = await findBalance(tx, customerId, livemode);
  const { rows } = await sql<{ unpaid: bigint }>`
    select coalesce(sum(amount), 0)::bigint as unpaid from payment_link
    where customer_id = ${customerId} and purpose = 'deposit' and status = 'awaitingPayment' and livemode = ${livemode}`.execute(
    tx,
  );
  return {
    other: locked.rows[0]!.other,
    available: balance.available,
    held: balance.reserved + balance.disputed,
    unpaid: rows[0]!.unpaid,
  };
}

function ceilingMessage(
  { ceilingCents, deposit }: Catalogue['balance'],
  room: number,
  counted: Counted,
): string {
  const unit = deposit.wholeUnits ? minorUnitsIn() : 1;
  const most = room - (room % unit);
  const included = [
    ...(counted.held > 0n ? ['money that’s reserved or on hold'] : []),
    ...(counted.unpaid > 0n ? ['deposits you haven’t paid yet'] : []),
  ];
  return `Deposits can bring your balance up to ${formatPrice(ceilingCents)}${
    included.length > 0 ? `, including ${included.join(' and ')}` : ''
  }. ${
    most >= deposit.minCents
      ? `You can add up to ${formatMoney(most)}.`
      : `You can add funds once ${included.length > 0 ? 'this total' : 'your balance'} is ${formatPrice(ceilingCents - deposit.minCents)} or less.`
  }`;
}

/**
 * Places a deposit and returns its payment link. The same idempotency key and body get the same answer.
 * @throws Refusal above the ceiling, or when the form was filled in for another account
 * @throws ProblemReply 422 when the key was used for another request
 */
export async function placeDeposit(
  deps: BalanceDeps,
  { customerId, body, idempotencyKey }: PlaceDepositInput,
): Promise<PlacedDeposit> {
  const { db, clock, publicUrl, livemode } = deps;
  const { balance, rules } = deps.catalogue();
  const key = idempotencyKey ?? crypto.randomUUID();
  const bodyHash = hashBody(body);
  const now = clock();
  const token = randomBytes(32).toString('base64url');
  const number = newNumber('D');
  const expiresAt = new Date(now.getTime() + rules.paymentLinkTtlHours * hour);
  const { price, firstName, lastName } = body;
  const { javascriptEnabled, acceptLanguage, screenWidth, screenHeight, timeZone, userAgent } = body;
  const answer: PlacedDeposit = {
    paymentLink: paymentUrl(publicUrl, token),
    depositNumber: number,
    amount: price,
    currency,
    expiresAt: expiresAt.toISOString(),
  };
  return inTransaction(db, async (tx) => {
    const counted = await findCounted(tx, { customerId, livemode, body });
    refuseOtherAccount(counted.other, body);
    const room = balance.ceilingCents - Number(counted.available + counted.held + counted.unpaid);
    const earlier = await findEarlierAnswer<PlacedDeposit>(tx, { customerId, key, route, bodyHash });
    if (earlier) return earlier;
    if (price > room) throw new Refusal({ price: [ceilingMessage(balance, room, counted)] });
    const { rows } = await sql<{ id: bigint }>`
      insert into payment_link (token, customer_id, purpose, number, amount, currency, livemode, lines, client, created_at, expires_at)
      values (${token}, ${customerId}, 'deposit', ${number}, ${price}, ${currency}, ${livemode},
        ${JSON.stringify([{ title: 'Deposit to your balance', amount: price, days: 0 }])}::jsonb,
        ${JSON.stringify({ javascriptEnabled, acceptLanguage, screenWidth, screenHeight, timeZone, userAgent })}::jsonb,
        ${now}, ${expiresAt})
      returning id`.execute(tx);
    await writeInOneStatement(tx, [
      {
        new_deposit: sql`insert into deposit (customer_id, payment_link_id, billing, created_at) values (${customerId}, ${rows[0]!.id},
        ${JSON.stringify(storedBilling(body))}::jsonb, ${now}) returning id`,
      },
      makeFindable('deposit', sql`select id from new_deposit`, [number, firstName, lastName]),
      sql`insert into idempotency_key (customer_id, key, route, body_hash, answer, created_at)
        values (${customerId}, ${key}, ${route}, ${bodyHash}, ${JSON.stringify(answer)}::jsonb, ${now})`,
      enqueue([expireLink.at(expiresAt, { number })]),
    ]);
    return answer;
  });
}
