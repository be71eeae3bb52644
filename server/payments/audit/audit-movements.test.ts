/** Violates each invariant of movements once, and expects the audit’s finding. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Schema } from '#server/database/schema.ts';
import { explainMovement } from '#server/desk/money/explain-movement.ts';
import { owner } from '#test/server/check-payment-invariants.ts';
import { passHours, payOrder } from '#test/server/live-with-provider.ts';
import { openStripeShop } from '#test/server/open-provider-shops.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { auditImports } from './audit-movements.ts';
import { auditPayments } from './audit-payments.ts';
import { explainFinding } from './explain-finding.ts';

let { shop, fake, close } = {} as Awaited<ReturnType<typeof openStripeShop>>;

const paidOrder = () => payOrder(shop, fake);
const pass = (hours: number) => passHours(shop, hours);

before(async () => {
  ({ shop, fake, close } = await openStripeShop());
  const { ref } = await paidOrder();
  await fake.act(ref, 'dashboard-refund');
  await fake.act((await paidOrder()).ref, 'dispute');
  await pass(1);
  fake.balance.settleIn('eur', 0.9);
  await paidOrder();
  await pass(1);
  fake.balance.add({ type: 'anticipation_repayment', amount: -5_000 });
  fake.balance.payOut();
  const back = [700, -700].map((amount) => fake.balance.add({ type: 'contribution', amount }).id);
  await pass(100);
  await explainBoth(back);
});
after(() => close());

/** Explains these movements, as a member of staff, as the owner's money. */
async function explainBoth(ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: bigint }>`
    with role as (insert into staff_role (key, label, permissions) values ('owner', 'Owner', '{*}') returning key)
    insert into staff (name, email, email_canonical, role, created_at)
    select 'Ann', 'ann@staff.test', 'ann@staff.test', key, now() from role returning id`.execute(
    shop.database.db,
  );
  const staffId = rows[0]!.id;
  const ann = { ...owner, staffId, by: { kind: 'staff', id: staffId, requestId: '' } } as const;
  const deps = { db: shop.database.db, clock: shop.now };
  for (const id of ids)
    await explainMovement(deps, ann, {
      provider: 'stripe',
      livemode: false,
      id,
      explanation: 'owner',
      note: '',
    });
}

class Undone extends Error {}
/** The audit's findings after these changes, which are then rolled back. */
async function auditAfter(...harms: RawBuilder<unknown>[]): Promise<string[]> {
  let found: string[] = [];
  await shop.database.db
    .transaction()
    .execute(async (tx: Kysely<Schema>) => {
      for (const table of ['provider_entry', 'ledger_transfer', 'ledger_tx'])
        await sql`alter table ${sql.id(table)} disable trigger user`.execute(tx);
      for (const harm of harms) await harm.execute(tx);
      found = [...(await auditPayments(tx)), ...(await auditImports(tx, shop.now()))];
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return found;
}

const nothing =
  'At stripe, 1 transaction (anticipation_repayment, −€50.00) matches nothing in the shop: txn_1.';
const anonymous = (finding: string) =>
  finding
    .replaceAll(/[RD]-[\dA-Z]{4}-[\dA-Z]{4}/g, 'R-1')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'a')
    .replaceAll(/txn_\w+/g, 'txn_1')
    .replaceAll(/(The posting \w+) \d+/g, '$1 1')
    .replaceAll(/stripe:test:\w+/g, 'stripe:test:txn_1');
const one = (where: RawBuilder<unknown>) =>
  sql`id = (select id from provider_entry where ${where} order by id limit 1)`;

const harms: Record<string, [RawBuilder<unknown>[], ...string[]]> = {
  'no row was changed': [[]],
  'a movement’s fee is above its posting': [
    [sql`update provider_entry set fee = fee + 1 where ${one(sql`kind = 'payment' and currency = 'usd'`)}`],
    'The fees of payment providers should be $23.09, but $23.08 is posted.',
    'The money at stripe should be $41.41, but $41.42 is posted.',
    'The transaction txn_1 of stripe should be −$4.05, but −$4.04 is posted.',
  ],
  'a payout is above its posting': [
    [sql`update provider_entry set amount = amount - 100 where kind = 'payout'`],
    'The money at stripe should be −€1.00, but €0.00 is posted.',
    'The money paid out to the bank should be €63.06, but €62.06 is posted.',
    'The transaction txn_1 of stripe should be −€63.06, but −€62.06 is posted.',
  ],
  'a movement was exchanged at another rate than its posting': [
    [sql`update provider_entry set amount = amount + 7 where kind = 'payment' and currency = 'eur'`],
    'The money at stripe should be €0.07, but €0.00 is posted.',
    'The money exchanged at providers should be €116.17, but €116.10 is posted.',
    'The transaction txn_1 of stripe should be €112.13, but €112.06 is posted.',
  ],
  'an unexplained movement is not booked': [
    [
      sql`delete from ledger_transfer where tx_id in (select id from ledger_tx where kind = 'unexplained')`,
      sql`delete from ledger_tx where kind = 'unexplained'`,
    ],
    'The money at stripe should be €0.00, but €50.00 is posted.',
    'The transaction txn_1 of stripe should be −€50.00, but €0.00 is posted.',
    'The transaction txn_1 of stripe should be −€7.00, but €0.00 is posted.',
    'The transaction txn_1 of stripe should be €7.00, but €0.00 is posted.',
    'The unexplained transactions should be −€50.00, but €0.00 is posted.',
  ],
  'an explanation has another account than its posting': [
    [
      sql`update provider_entry set explained_as = 'other', explanation = 'A fine' where explained_at is not null and amount > 0`,
    ],
    'The explanation of the transaction txn_1 of stripe should be €7.00, but €0.00 is posted.',
    'The owner’s money at providers should be −€7.00, but €0.00 is posted.',
  ],
  'an explanation is not booked': [
    [
      sql`delete from ledger_transfer where tx_id = (select min(id) from ledger_tx where kind = 'explained_by_staff')`,
      sql`delete from ledger_tx where id = (select min(id) from ledger_tx where kind = 'explained_by_staff')`,
    ],
    'The explanation of the transaction txn_1 of stripe should be €7.00, but €0.00 is posted.',
    'The owner’s money at providers should be €0.00, but −€7.00 is posted.',
    'The unexplained transactions should be −€50.00, but −€43.00 is posted.',
  ],
  'a posted movement is missing': [
    [sql`delete from provider_entry where kind = 'payout'`],
    'The money at stripe should be €62.06, but €0.00 is posted.',
    'The money paid out to the bank should be €0.00, but €62.06 is posted.',
    'The posting payout 1 doesn’t belong to any payment (provider_entry stripe:test:txn_1).',
  ],
  'a payment has no movement': [
    [
      sql`update provider_entry set attempt_id = null where ${one(sql`kind = 'payment' and currency = 'usd'`)}`,
    ],
    'The amount that stripe moved for the payment a of R-1 should be $0.00, but $129.00 is posted.',
  ],
  'a refund’s movement has another amount': [
    [sql`update provider_entry set amount = amount - 5, original = original - 5 where kind = 'refund'`],
    'The amount that stripe moved for the refund a of R-1 should be −$64.55, but −$64.50 is posted.',
  ],
  'the last complete import is too old': [
    [sql`update provider_import set complete_to = complete_to - interval '9 days' where provider = 'stripe'`],
    'The transactions of stripe are imported only up to 2026-11-15.',
  ],
  'the key may not read movements': [
    [
      sql`update provider_import set failure = 'The API key doesn’t have permission to read balance transactions' where provider = 'stripe'`,
    ],
    'The transactions of stripe can’t be imported: The API key doesn’t have permission to read balance transactions.',
  ],
};
for (const [what, [harm, ...words]] of Object.entries(harms))
  test(`reports ${words.length > 0 ? 'a finding' : 'only the unexplained movement'} when ${what}`, async () => {
    const found = await auditAfter(...harm);
    assert.deepEqual(found.map(anonymous).toSorted(), [nothing, ...words].toSorted());
    for (const finding of found) assert.notEqual(explainFinding(finding).means, '', finding);
  });
