/**
 * Each act of staff that moves money has the same amount in the audit log, the ledger, the customer's statement and the day's
 * close.
 */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { operatorsDay } from '#contract/delivery-date.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { day, second } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { BalancePage } from '#contract/storefront/statement.ts';
import type { Movement } from '#server/payments/provider/provider.ts';
import { listMovements, movement } from '#test/server/list-movements.ts';
import { moneyAt } from '#test/server/money-at-desk.ts';
import type { Person, TestDesk } from '#test/server/open-test-desk.ts';
import { openTwoDesks } from '#test/server/open-two-desks.ts';
import { isFullSize } from '#test/test-size.ts';
import { sql } from 'kysely';

let both: Awaited<ReturnType<typeof openTwoDesks>>;
let desk: TestDesk;
let people: readonly Person[];
before(async () => {
  both = await openTwoDesks();
  [desk] = both.desks;
  people = [await desk.join('owner'), await desk.join('manager'), await desk.join('support')];
});
after(() => both.close());

const db = () => desk.shop.database.db;
const money = () => moneyAt(desk);
/** The kinds of postings of each act, by its action in the audit log. */
const kindsOf: Record<string, string[]> = {
  refund: ['refund_start', 'refund_to_balance'],
  cancel: ['refund_start', 'refund_to_balance'],
  credit: ['adjustment'],
  debit: ['adjustment'],
  'explain-movement': ['explained_by_staff'],
};
const compared = new Map<string, number>();

type Bought = { headers: Record<string, string>; customer: string; orders: string[]; deposit: string };

/** Creates a customer with a deposit and two orders: one paid by card, one from the balance. */
async function buy(): Promise<Bought> {
  const { shop } = desk;
  const { headers, customer, number } = await money().cardOrder();
  await shop.addFunds(headers, 40_000);
  const { orderNumber, token } = await shop.placeOrder(headers);
  await shop.pay(token, 'balance', headers);
  const { rows } = await sql<{ number: string }>`
    select number from payment_link where customer_id = ${customer}::bigint and purpose = 'deposit'`.execute(
    db(),
  );
  return { headers, customer, orders: [number, orderNumber], deposit: rows[0]!.number };
}

/** Findings about the provider's movements: in this test they are listed without payments. */
const aboutMovements = /^(?:At |The transactions of |The amount that sandbox moved )/;
const listed: Movement[] = [];
/** The provider debits money for a reason unknown to the shop, and a person explains the movement. */
async function explain(person: Person, amount: number): Promise<void> {
  const createdAt = new Date(desk.shop.now().getTime() - 4 * day);
  const id = `mov_${listed.length}`;
  listed.unshift(movement({ kind: 'other', word: 'reserve', createdAt, id, amount: BigInt(-amount) }));
  await listMovements({ db: db(), clock: desk.shop.now }, listed);
  const said = { provider: 'sandbox', livemode: false, id, explanation: 'fee', note: 'A fee' };
  await money().post(person, 'money/movements/explain', said);
}

const who = fc.nat({ max: 2 });
const amount = fc.integer({ min: 1, max: 7_000 });
const order = fc.nat({ max: 1 });
const step = fc.oneof(
  fc.record({
    act: fc.constant('refund' as const),
    who,
    amount,
    order,
    way: fc.constantFrom('card' as const, 'balance' as const),
  }),
  fc.record({ act: fc.constant('refund deposit' as const), who, amount }),
  fc.record({ act: fc.constantFrom('credit' as const, 'debit' as const), who, amount }),
  fc.record({
    act: fc.constant('cancel' as const),
    who,
    order,
    refundTo: fc.constantFrom('original' as const, 'balance' as const),
  }),
  fc.record({ act: fc.constant('explain' as const), who, amount }),
  fc.record({ act: fc.constantFrom('approve' as const, 'decline' as const), who }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Carries out a step with the call of its form. The shop may reject the call. */
async function act(bought: Bought, one: Step): Promise<void> {
  const person = people[one.who]!;
  switch (one.act) {
    case 'refund':
      await money().refund(person, bought.orders[one.order]!, one.amount, one.way);
      return;
    case 'refund deposit':
      await money().refund(person, bought.deposit, one.amount, 'unspent');
      return;
    case 'credit':
    case 'debit':
      await money().post(person, `customers/${bought.customer}/adjust`, {
        requestId: crypto.randomUUID(),
        direction: one.act,
        amount: one.amount,
        reason: 'Sorry for the delay',
      });
      return;
    case 'cancel':
      await money().post(person, `orders/${bought.orders[one.order]!}/cancel`, {
        reason: 'Ordered twice',
        refundTo: one.refundTo,
      });
      return;
    case 'explain':
      await explain(person, one.amount);
      return;
    default: {
      const { approvals } = await money().get<DeskAnswerOf<'listApprovals'>>(person, 'approvals');
      // only requests of this run: an earlier one would move another customer's money
      const first = approvals.find(({ customerId }) => customerId === bought.customer);
      if (first && one.act === 'approve') await money().approve(person, first.id);
      else if (first) await money().post(person, `approvals/${first.id}/decline`, { note: 'Not now' });
    }
  }
}

type Acted = {
  at: Date;
  action: string;
  amount: number;
  posted: number;
  /** The change of the customer's balance by the act, in minor units. */
  changed: number;
};
/** The acts of a closed day in the audit log, each with the ledger's postings by the same actor at the same instant. */
async function actsOf(date: string): Promise<Acted[]> {
  const { rows } = await sql<Acted>`
    select e.at, e.action, abs(coalesce(e.detail ->> 'amount', e.detail ->> 'refunded')::bigint)::int as amount,
      (select coalesce(sum(x.amount), 0)::int from ledger_tx t join ledger_transfer x on x.tx_id = t.id
        where t.posted_at = e.at and t.actor = e.actor and ${JSON.stringify(kindsOf)}::jsonb -> e.action ? t.kind) as posted,
      case e.action when 'credit' then (e.detail ->> 'amount')::int when 'debit' then -(e.detail ->> 'amount')::int
        else (select coalesce(sum(case when r.payment_attempt_id is null then r.amount when r.from_order = 0 then -r.amount else 0 end), 0)::int
          from refund r where r.created_at = e.at) end as changed
    from audit_entry e, (select min(starts_at) as starts, max(ends_at) as ends from day_close where day = ${date}) d
    where e.at >= d.starts and e.at < d.ends and e.action = any(${Object.keys(kindsOf)}::text[]) order by e.place`.execute(
    db(),
  );
  return rows;
}

/** The sums of a closed day's movements, by kind. */
async function closedSums(date: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ kind: string; amount: number }>`
    select m ->> 'kind' as kind, sum((m ->> 'amount')::bigint)::int as amount
    from day_close, jsonb_array_elements(movements) m where day = ${date} group by 1`.execute(db());
  return new Map(rows.map(({ kind, amount: sum }) => [kind, sum]));
}

/** Closes the day, and compares its acts with the ledger, the customer's statement and the close. */
async function compare({ headers }: Bought): Promise<void> {
  const date = operatorsDay(desk.shop.now(), businessCalendar);
  const statement = await desk.shop.send<BalancePage>('GET', '/api/balance?limit=100', { headers });
  both.pass(day);
  await both.drain();
  for (const person of people) person.cookie = await desk.logIn(person);
  const acts = await actsOf(date);
  const sums = new Map<string, number>();
  for (const { at, action, amount: logged, posted, changed } of acts) {
    const words = `${action} of ${logged} at ${at.toISOString()}`;
    assert.equal(posted, logged, `${words} in the ledger`);
    const entries = statement.body.entries.filter((entry) => entry.at === at.toISOString());
    assert.equal(
      entries.reduce((sum, entry) => sum + entry.amount, 0),
      changed,
      `${words} in the statement`,
    );
    const kinds = kindsOf[action]!.join();
    sums.set(kinds, (sums.get(kinds) ?? 0) + logged);
    compared.set(action, (compared.get(action) ?? 0) + 1);
  }
  const closed = await closedSums(date);
  for (const kinds of new Set(Object.values(kindsOf).map((all) => all.join())))
    assert.equal(
      kinds.split(',').reduce((sum, kind) => sum + (closed.get(kind) ?? 0), 0),
      sums.get(kinds) ?? 0,
      `${kinds} in the close of ${date}`,
    );
  assert.deepEqual(
    (await desk.shop.audit()).filter((words) => !aboutMovements.test(words)),
    [],
  );
}

/** A day that has each act, also above a limit. */
const everyAct: Step[] = [
  { act: 'refund', who: 2, order: 0, amount: 1_000, way: 'card' },
  { act: 'refund', who: 2, order: 1, amount: 6_000, way: 'balance' },
  { act: 'approve', who: 1 },
  { act: 'refund deposit', who: 1, amount: 700 },
  { act: 'credit', who: 1, amount: 2_000 },
  { act: 'debit', who: 0, amount: 300 },
  { act: 'cancel', who: 1, order: 0, refundTo: 'original' },
  { act: 'cancel', who: 0, order: 1, refundTo: 'balance' },
  { act: 'explain', who: 0, amount: 900 },
];

/** A day that leaves a waiting request for the next day's approvals. */
const requestLeft: Step[] = [{ act: 'refund', who: 2, order: 0, amount: 6_500, way: 'balance' }];

test('records each money act of staff with the same amount in audit log, ledger, statement and closed day', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const bought = await buy();
      for (const one of steps) {
        // gives each act its own instant
        both.pass(second);
        await act(bought, one);
      }
      await compare(bought);
    }),
    { numRuns: isFullSize ? 20 : 6, examples: [[requestLeft], [everyAct]] },
  );
  assert.deepEqual([...compared.keys()].toSorted(), Object.keys(kindsOf).toSorted());
});
