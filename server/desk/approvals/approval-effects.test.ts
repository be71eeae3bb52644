import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import fc from 'fast-check';
import { operatorsDay } from '#contract/delivery-date.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { RefundWay } from '#contract/desk/orders.ts';
import { day, hour } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { BalancePage } from '#contract/storefront/statement.ts';
import { openMoneyDesks } from '#test/server/money-at-desk.ts';
import { isFullSize } from '#test/test-size.ts';
import type { Person } from '#test/server/open-test-desk.ts';
import { readGauges } from '#server/operator/read-gauges.ts';
import { sql } from 'kysely';

const { both, desk, money, owner, manager, support, close } = await openMoneyDesks();
after(close);

const price = 12_900;
/** Number of days with random acts; `npm run prove -- approvals` runs more. */
const randomDays = Number(process.argv[2] ?? (isFullSize ? 20 : 8));
const db = () => desk.shop.database.db;

test('lists a waiting request in Today for staff who may decide it, due after four business hours', async () => {
  const { number } = await money.cardOrder();
  const id = await money.ask(support, number, 6_500);
  const decisions = async (person: Person) =>
    (await money.get<DeskAnswerOf<'showToday'>>(person, 'today')).groups
      .find(({ key }) => key === 'money')
      ?.rows.filter(({ url }) => url === `/approvals/${id}`) ?? [];
  const [row] = await decisions(manager);
  assert.deepEqual(
    [row?.approval?.amount, row?.approval?.askedBy, row?.isLate],
    [6_500, 'Maya Stone', false],
  );
  assert.match(row!.reason, /^Decide (today|by )/);
  assert.deepEqual(await decisions(support), []);
  const { rows } = await sql`select 1 from audit_entry where subject = ${`order ${number}`}`.execute(db());
  assert.equal(rows.length, 1);
  await money.post(manager, `approvals/${id}/decline`, { note: 'Not this time' });
  assert.deepEqual(await decisions(manager), []);
});

/** The metric approvals_waiting. */
const waiting = async () =>
  (await readGauges(db(), desk.shop.now())).find(({ name }) => name === 'approvals_waiting')?.value;

test('expires a request for approval after seven days, with the daily job or before it', async () => {
  const { number } = await money.cardOrder();
  assert.equal(await waiting(), 0);
  const id = await money.ask(support, number, 7_500);
  assert.equal(await waiting(), 1);
  const jobAt = new Date(desk.shop.now().getTime() + 8 * day);
  await sql`update job set run_at = ${jobAt} where kind = 'desk.expire-approvals'`.execute(db());
  both.pass(7 * day);
  for (const person of [owner, manager, support]) person.cookie = await desk.logIn(person);
  assert.equal((await money.show(owner, id)).status, 'expired');
  assert.equal(await waiting(), 0);
  const refused = await money.approve(owner, id);
  assert.deepEqual(
    [refused.status, refused.body.detail],
    [409, 'This request wasn’t approved within 7 days, so it has expired.'],
  );
  const stored = async () =>
    (await sql<{ status: string }>`select status from approval where id = ${id}::bigint`.execute(db()))
      .rows[0]!.status;
  assert.equal(await stored(), 'waiting');
  both.pass(day);
  await both.drain();
  assert.equal(await stored(), 'expired');
  await both.drain();
  const told = await both.emailsTo(support.email);
  assert.ok(
    told.some(({ subject }) => subject === 'Your request for a refund of $75.00 wasn’t approved in time'),
  );
  both.pass(hour);
  for (const person of [owner, manager, support]) person.cookie = await desk.logIn(person);
  assert.equal(await money.left(owner, number), price);
});

test('names the requester and the approver of a refund and a credit in the journal of the day', async () => {
  const { number, customer } = await money.cardOrder();
  await money.approve(manager, await money.ask(support, number, 6_600, 'balance'));
  const credit = {
    requestId: crypto.randomUUID(),
    direction: 'credit',
    amount: 55_500,
    reason: 'Sorry for the delay',
  };
  await money.approve(
    owner,
    (await money.post(manager, `customers/${customer}/adjust`, credit)).body.approval!,
  );
  const today = operatorsDay(desk.shop.now(), businessCalendar);
  both.pass(day);
  await both.drain();
  for (const person of [owner, manager, support]) person.cookie = await desk.logIn(person);
  const { content } = await desk.download('books/journal', owner, { from: today, to: today });
  const csv = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
  const [head, ...lines] = csv
    .slice(1)
    .trim()
    .split('\r\n')
    .map((line) => JSON.parse(`[${line}]`) as string[]);
  const named = (amount: string) => {
    const line = lines.find((one) => one[head!.indexOf('Amount')] === amount)!;
    return ['Actor', 'Requested by', 'Approved by'].map((name) => line[head!.indexOf(name)]);
  };
  assert.deepEqual(named('66.00'), [`staff:${manager.id}`, `staff:${support.id}`, `staff:${manager.id}`]);
  assert.deepEqual(named('555.00'), [`staff:${owner.id}`, `staff:${manager.id}`, `staff:${owner.id}`]);
  assert.deepEqual(named('129.00').slice(1), ['', '']);
});

test('lets the only approver approve their own request, marks it, and emails the operator', async () => {
  const { number } = await money.cardOrder();
  const boss = await desk.join('owner');
  await sql`update staff set has_own_limits = true, refund_limit = 1000, adjust_limit = 0 where id = ${boss.id}::bigint`.execute(
    db(),
  );
  const id = await money.ask(boss, number, 9_500);
  assert.equal((await money.show(boss, id)).may.approve, false);
  await sql`update staff set locked_at = now() where id <> ${boss.id}::bigint and locked_at is null`.execute(
    db(),
  );
  assert.deepEqual((await money.show(boss, id)).may, {
    approve: true,
    alone: true,
    decline: false,
    withdraw: true,
  });
  assert.equal((await money.approve(boss, id)).body.state, 'done');
  await sql`update staff set locked_at = null`.execute(db());
  const seen = await money.show(owner, id);
  assert.deepEqual([seen.status, seen.isAlone], ['done', true]);
  const { rows } = await sql<{ alone: string }>`
    select detail ->> 'alone' as alone from audit_entry where subject = ${`order ${number}`} and action = 'refund'`.execute(
    db(),
  );
  assert.deepEqual(rows, [{ alone: 'yes' }]);
  await both.drain();
  const letters = await both.letters();
  const alert = letters.filter(({ subject }) =>
    /approved by the person who requested it/.test(subject ?? ''),
  );
  assert.equal(alert.length, 1);
  assert.match(alert[0]!.text!, new RegExp(`/desk/approvals/${id}`));
});

/** Sums of a closed day, in minor units: from the audit log, and from its books. */
async function sumsOf(closed: string) {
  const { rows } = await sql<{ refunds: bigint; adjusted: bigint; booked: bigint; moved: bigint }>`
    with closed as (select * from day_close where day = ${closed}),
    logged as (
      select e.action, (e.detail ->> 'amount')::bigint as amount from audit_entry e, (select min(starts_at) as s, max(ends_at) as e from closed) c
      where e.at >= c.s and e.at < c.e and e.action in ('refund', 'credit', 'debit')
    ),
    booked as (select m ->> 'kind' as kind, (m ->> 'amount')::bigint as amount from closed, jsonb_array_elements(movements) m)
    select (select coalesce(sum(amount), 0)::bigint from logged where action = 'refund') as refunds,
      (select coalesce(sum(amount), 0)::bigint from logged where action <> 'refund') as adjusted,
      (select coalesce(sum(amount), 0)::bigint from booked where kind in ('refund_start', 'refund_to_balance')) as booked,
      (select coalesce(sum(amount), 0)::bigint from booked where kind = 'adjustment') as moved`.execute(db());
  return rows[0]!;
}

test('posts the same amounts to books, audit log, statements and closed days in any sequence of approvals', async () => {
  const orders = [await money.cardOrder(), await money.cardOrder()];
  let compared = 0n;
  const people = [owner, manager, support];
  const who = fc.nat({ max: 2 });
  const step = fc.oneof(
    fc.record({
      act: fc.constant('refund' as const),
      who,
      order: fc.nat({ max: 1 }),
      amount: fc.integer({ min: 1, max: 6_000 }),
      way: fc.constantFrom<RefundWay>('card', 'balance'),
    }),
    fc.record({
      act: fc.constant('adjust' as const),
      who,
      order: fc.nat({ max: 1 }),
      amount: fc.integer({ min: 1, max: 60_000 }),
      direction: fc.constantFrom('credit', 'debit'),
    }),
    fc.record({ act: fc.constantFrom('approve' as const, 'decline' as const, 'withdraw' as const), who }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      for (const one of steps) {
        const person = people[one.who]!;
        if (one.act === 'refund') {
          const { number } = orders[one.order]!;
          await money.post(
            person,
            `orders/${number}/refund`,
            await money.refundBody(person, number, one.amount, one.way),
          );
          continue;
        }
        if (one.act === 'adjust') {
          await money.post(person, `customers/${orders[one.order]!.customer}/adjust`, {
            requestId: crypto.randomUUID(),
            direction: one.direction,
            amount: one.amount,
            reason: 'Sorry for the delay',
          });
          continue;
        }
        const { approvals } = await money.get<DeskAnswerOf<'listApprovals'>>(person, 'approvals');
        const [first] = approvals;
        if (!first) continue;
        if (one.act === 'approve') await money.approve(person, first.id);
        else
          await money.post(
            person,
            `approvals/${first.id}/${one.act}`,
            one.act === 'decline' ? { note: 'Not now' } : undefined,
          );
      }
      const today = operatorsDay(desk.shop.now(), businessCalendar);
      both.pass(day);
      await both.drain();
      for (const person of people) person.cookie = await desk.logIn(person);
      const { refunds: refunded, adjusted, booked, moved } = await sumsOf(today);
      assert.deepEqual([booked, moved], [refunded, adjusted], today);
      compared += booked + moved;
      assert.deepEqual(await desk.shop.audit(), []);
      for (const { number, customer, email } of orders) {
        const headers = desk.shop.bearer((await desk.shop.logIn(email)).accessToken);
        const { rows } = await sql<{
          logged: bigint;
          refunds: bigint;
          counted: bigint;
          ledger: bigint;
          balance: bigint;
          adjustments: bigint;
        }>`
          select (select coalesce(sum((detail ->> 'amount')::bigint), 0)::bigint from audit_entry
              where subject = ${`order ${number}`} and action = 'refund') as logged,
            (select coalesce(sum(amount), 0)::bigint from refund where payment_link_id = l.id) as refunds,
            l.refunded as counted,
            (select coalesce(sum(x.amount), 0)::bigint from refund r join ledger_tx t on t.source_type = 'refund' and t.source_id = r.id::text
                and t.kind in ('refund_start', 'refund_to_balance')
              join ledger_transfer x on x.tx_id = t.id where r.payment_link_id = l.id) as ledger,
            (select coalesce(sum(amount), 0)::bigint from refund where payment_link_id = l.id and payment_attempt_id is null) as balance,
            (select coalesce(sum(case action when 'credit' then 1 else -1 end * (detail ->> 'amount')::bigint), 0)::bigint from audit_entry
              where subject = ${`customer ${customer}`} and action in ('credit', 'debit')) as adjustments
          from payment_link l where l.number = ${number}`.execute(db());
        const { logged, refunds, counted, ledger, balance, adjustments } = rows[0]!;
        assert.deepEqual([refunds, counted, ledger], [logged, logged, logged]);
        const { body } = await desk.shop.send<BalancePage>('GET', '/api/balance', { headers });
        const sum = Number(balance + adjustments);
        assert.deepEqual(
          [body.balance.available, body.entries[0]?.balance ?? 0],
          [sum, sum],
          'the statement',
        );
      }
    }),
    { numRuns: randomDays },
  );
  assert.ok(compared > 0n, 'money moved on these days');
});
