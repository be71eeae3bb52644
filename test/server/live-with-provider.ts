import { day, hour } from '#contract/durations.ts';
import type { ProviderFake } from '#test/providers/provider-fake.ts';
import { sql } from 'kysely';
import type { TestShop } from './open-test-shop.ts';

/** Places an order and pays it at the provider. `ref`: the provider's reference of the payment. */
export async function payOrder(shop: TestShop, fake: ProviderFake): Promise<{ ref: string; number: string }> {
  // an import that is due runs now: the next one is an hour later, and doesn't race with the payment
  await shop.app.jobs.drain();
  const { auth } = await shop.customer();
  const { token, orderNumber: number } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  await fake.act(ref, 'pay');
  await shop.app.jobs.drain();
  return { ref, number };
}

/** Runs the due jobs, and then those of this many hours. */
export async function passHours(shop: TestShop, hours: number): Promise<void> {
  await shop.app.jobs.drain();
  for (let n = 0; n < hours; n += 1) {
    // a little more than an hour, so that the hourly import is due
    shop.pass(1.01 * hour);
    await shop.app.jobs.drain();
  }
}

/** Runs the jobs of this many days, once a day. */
export async function passWholeDays(shop: TestShop, days: number): Promise<void> {
  for (let n = 0; n < days; n += 1) {
    shop.pass(day);
    await shop.app.jobs.drain();
  }
}

/** The shop's accounts that aren't at zero, without those of orders: "clearing:stripe usd -12496". */
export async function accountsOf({ database }: TestShop): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select code || ' ' || currency || ' ' || summed as line from ledger_audit
    where summed <> 0 and customer_id is null and code not in ('unearned', 'revenue') order by code, currency`.execute(
    database.db,
  );
  return rows.map(({ line }) => line);
}

/** The postings of provider movements: "payout: bank → clearing:stripe 12496 usd". */
export async function movementPostings({ database }: TestShop): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select x.kind || ': ' || f.code || ' → ' || o.code || ' ' || t.amount || ' ' || t.currency as line
    from ledger_tx x join ledger_transfer t on t.tx_id = x.id
      join ledger_account f on f.id = t.from_account join ledger_account o on o.id = t.to_account
    where x.source_type = 'provider_entry' order by line`.execute(database.db);
  return rows.map(({ line }) => line);
}

/** The number of imported movements. */
export async function countMovements({ database }: TestShop): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from provider_entry`.execute(
    database.db,
  );
  return rows[0]!.count;
}

/** Each provider's balance by the books and by its movements, with the reasons for the difference. */
export async function tiesOf({ database }: TestShop): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select provider, currency, booked::int, held::int, not_imported::int, not_booked::int, other::int
    from provider_tie order by provider, currency`.execute(database.db);
  return rows;
}
