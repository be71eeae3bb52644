/**
 * Staff explain movements that match nothing in the shop. An explanation is booked once, with its actor and account, and reversed
 * when the movement's payment becomes known.
 */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { explanations, type Explanation, type ShownPayouts } from '#contract/desk/money-lists.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { day } from '#contract/durations.ts';
import type { Movement } from '#server/payments/provider/provider.ts';
import { checkTrails } from '#test/server/check-payment-invariants.ts';
import { listMovements, movement } from '#test/server/list-movements.ts';
import { moneyAt } from '#test/server/money-at-desk.ts';
import type { Person, TestDesk } from '#test/server/open-test-desk.ts';
import { openTwoDesks } from '#test/server/open-two-desks.ts';
import { sql } from 'kysely';

let both: Awaited<ReturnType<typeof openTwoDesks>>;
let desk: TestDesk;
let owner: Person;
let manager: Person;
before(async () => {
  both = await openTwoDesks();
  [desk] = both.desks;
  owner = await desk.join('owner');
  manager = await desk.join('manager');
});
after(() => both.close());

const db = () => desk.shop.database.db;
const listed: Movement[] = [];
/** Adds a movement to the provider's list and imports the list. */
async function move(moved: Partial<Movement> & Pick<Movement, 'id' | 'amount'>): Promise<void> {
  const createdAt = new Date(desk.shop.now().getTime() - 4 * day);
  listed.unshift(movement({ kind: 'other', word: 'reserve_transaction', createdAt, ...moved }));
  await listMovements({ db: db(), clock: desk.shop.now }, listed);
}
const explain = (
  id: string,
  explanation: Explanation | undefined,
  note = '',
  { who = owner, at = desk }: { who?: Person; at?: TestDesk } = {},
) =>
  moneyAt(desk).post(
    who,
    'money/movements/explain',
    { provider: 'sandbox', livemode: false, id, explanation, note },
    at,
  );
async function shown({ cookie } = owner): Promise<ShownPayouts> {
  const { status, body } = await desk.call<ShownPayouts>(
    'GET',
    'money/payouts?from=2026-01-01&to=2027-01-31',
    { cookie },
  );
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
/** The shop's accounts to which movements are booked, without those at zero. */
async function accounts(): Promise<Record<string, number>> {
  const { rows } = await sql<{ code: string; summed: number }>`
    select code, summed::int from ledger_audit where summed <> 0 and code in ('bank', 'owner', 'other', 'provider_fee', 'suspense')
    order by code`.execute(db());
  return Object.fromEntries(rows.map(({ code, summed }) => [code, summed]));
}
const movementFindings = async () => (await desk.shop.audit()).filter((words) => words.startsWith('At '));

test('books each explanation to its account, and removes the finding', async () => {
  for (const [index, one] of explanations.entries())
    await move({ id: `mov_${one}`, amount: one === 'bank' ? 700n : -1_000n * BigInt(index + 1) });
  await move({ id: 'mov_left', amount: -55n, fee: 5n });
  assert.deepEqual(await accounts(), { provider_fee: -5, suspense: -7_355 });
  assert.equal((await movementFindings()).length, 1);
  assert.equal((await shown()).unexplained.total, 5);
  for (const one of explanations) {
    const { status, body } = await explain(`mov_${one}`, one, one === 'other' ? 'A fine' : '');
    assert.equal(status, 204, JSON.stringify(body));
  }
  assert.deepEqual(await accounts(), {
    bank: 700,
    other: -4_000,
    owner: -3_000,
    provider_fee: -1_005,
    suspense: -55,
  });
  const { unexplained, explained, fees } = await shown();
  assert.deepEqual(
    unexplained.rows.map(({ id, amount, word, kind }) => [id, amount, word, kind]),
    [['mov_left', -55, 'reserve_transaction', 'other']],
  );
  assert.deepEqual(
    explained.map(({ id, explanation, note, by, number }) => [id, explanation, note, by, number]),
    [
      ['mov_bank', 'bank', '', 'Maya Stone', null],
      ['mov_fee', 'fee', '', 'Maya Stone', null],
      ['mov_other', 'other', 'A fine', 'Maya Stone', null],
      ['mov_owner', 'owner', '', 'Maya Stone', null],
    ],
  );
  assert.deepEqual(
    fees.map(({ kind, amount, count }) => [kind, amount, count]),
    [['other', 1_005, 2]],
  );
  assert.match((await movementFindings()).join(), /^At sandbox, 1 transaction .*: mov_left\.$/);
  const { rows } = await sql<{ subject: string; detail: Record<string, string> }>`
    select subject, detail from audit_entry where action = 'explain-movement' order by place`.execute(db());
  assert.deepEqual(
    rows.map(({ subject, detail: { provider, as, amount, currency } }) => [
      subject,
      provider,
      as,
      amount,
      currency,
    ]),
    [
      ['movement mov_fee', 'sandbox', 'fee', '-1000', 'usd'],
      ['movement mov_bank', 'sandbox', 'bank', '700', 'usd'],
      ['movement mov_owner', 'sandbox', 'owner', '-3000', 'usd'],
      ['movement mov_other', 'sandbox', 'other', '-4000', 'usd'],
    ],
  );
});

test('books a movement once when two people explain it at once, and names the first to the second', async () => {
  await move({ id: 'mov_twice', amount: -100n });
  const before = await accounts();
  const answers = await Promise.all([
    explain('mov_twice', 'owner', '', { who: owner, at: both.desks[0] }),
    explain('mov_twice', 'owner', '', { who: manager, at: both.desks[1] }),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 409],
  );
  const second = answers.find(({ status }) => status === 409)!.body;
  assert.equal(second.detail, 'Maya Stone has already explained this transaction.');
  assert.equal((await accounts())['owner'], before['owner']! - 100);
});

test('rejects an explanation without a choice or a required note, and one of a movement that needs none', async () => {
  await move({ id: 'mov_refused', amount: -1n });
  assert.deepEqual((await explain('mov_refused', undefined)).body.errors, {
    explanation: ['Choose what the transaction was'],
  });
  assert.deepEqual((await explain('mov_refused', 'other', ' ')).body.errors, {
    note: ['Enter a note that says what the transaction was'],
  });
  assert.equal((await explain('mov_none', 'fee')).status, 404);
  await move({ id: 'mov_payout', kind: 'payout', word: 'payout', amount: -1n });
  const { status, body } = await explain('mov_payout', 'bank');
  assert.deepEqual([status, body.detail], [409, 'This transaction isn’t waiting for an explanation.']);
  const support = await desk.join('support');
  const denied = await explain('mov_refused', 'fee', '', { who: support });
  assert.deepEqual([denied.status, denied.body.needs], [403, 'money.adjust']);
  await assert.rejects(
    sql`update provider_entry set explanation = 'Another' where id = 'mov_other'`.execute(db()),
    /immutable/,
  );
});

test('reverses an explanation when the movement’s refund becomes known', async () => {
  const { shop } = desk;
  const { number } = await moneyAt(desk).cardOrder();
  const ref = await shop.refOf(number);
  await shop.act(ref, 'dashboard-refund', 'lost');
  const { rows } = await sql<{ ref: string; amount: bigint }>`
    select ref, amount from sandbox_refund where session_ref = ${ref}`.execute(db());
  const refund = rows[0]!;
  const before = await accounts();
  await move({ id: 'mov_refund', kind: 'refund', word: 'refund', amount: -refund.amount, about: refund.ref });
  assert.equal((await explain('mov_refund', 'owner', 'The owner’s refund')).status, 204);
  assert.equal((await accounts())['owner'], before['owner']! - Number(refund.amount));
  await shop.tell(ref);
  await shop.app.jobs.drain();
  await listMovements({ db: db(), clock: shop.now }, listed);
  assert.deepEqual(await accounts(), before);
  const found = (await shown()).explained.find(({ id }) => id === 'mov_refund');
  assert.equal(found?.number, number);
  const { body: trail } = await desk.call<DeskAnswerOf<'showPaymentTrail'>>(
    'GET',
    `money/payments/${number}`,
    { cookie: owner.cookie },
  );
  assert.deepEqual(
    trail.postings
      .filter(({ kind }) => kind.includes('expla'))
      .map(({ kind, by, memo, transfers: [moved] }) => [kind, by, memo, moved?.from, moved?.to]),
    [
      ['unexplained', 'Payment provider (sandbox)', null, 'suspense', 'clearing:sandbox'],
      ['explained_by_staff', 'Maya Stone', 'The owner’s refund', 'owner', 'suspense'],
      ['explanation_undone', 'Payment provider (sandbox)', null, 'suspense', 'owner'],
      ['explained', 'Payment provider (sandbox)', null, 'clearing:sandbox', 'suspense'],
    ],
  );
  const { status, body } = await explain('mov_refund', 'fee');
  assert.deepEqual([status, body.detail], [409, 'This transaction isn’t waiting for an explanation.']);
  await checkTrails(db());
});

test('closes the day and exports the journal with explained movements, and the books balance', async () => {
  const { shop } = desk;
  assert.deepEqual(
    (await shop.audit()).filter((words) => !words.startsWith('At ')),
    [],
  );
  const from = shop.now().toISOString().slice(0, 10);
  shop.pass(1.5 * day);
  await shop.app.jobs.drain();
  const { cookie } = { cookie: await desk.logIn(owner) };
  const { content } = await desk.download('books/journal', { cookie }, { from, to: from });
  const rows = Buffer.from(content).toString().split('\r\n');
  const explained = rows.filter((row) => row.includes('"Transactions explained by staff"'));
  assert.equal(explained.length, 6);
  assert.ok(
    explained.some(
      (row) => row.includes('"Other provider transactions, explained by staff"') && row.includes('"A fine"'),
    ),
    explained.join('\n'),
  );
  const { body } = await desk.call<DeskAnswerOf<'showBooks'>>('GET', `books?from=${from}&to=${from}`, {
    cookie,
  });
  assert.match(JSON.stringify(body), /explained_by_staff/);
  assert.deepEqual(
    (await shop.audit()).filter((words) => !words.startsWith('At ')),
    [],
  );
});
