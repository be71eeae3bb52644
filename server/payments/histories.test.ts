/**
 * Random histories of customers, banks and the operator against the whole shop; checks the books after every step.
 * `npm run prove -- histories 500` runs 500 histories, `… 500 SEED` repeats them, and `unshrunk` shows the
 * first failure as found.
 */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { day, hour, minute } from '#contract/durations.ts';
import type { PlacedDeposit } from '#contract/storefront/balance.ts';
import type { BalancePage } from '#contract/storefront/statement.ts';
import type { PlacedOrder } from '#contract/storefront/orders.ts';
import { waysToPay } from '#contract/storefront/payments.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import { type Step, stepKind, stepOf, type World } from '#test/server/history-step.ts';
import { type MortalDatabase, openMortal } from '#test/server/die-between-statements.ts';
import { openTestDatabase } from '#test/server/open-test-database.ts';
import { isFullSize } from '#test/test-size.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';
import { type Item, orderOf } from '#test/server/work-at-desk.ts';
import { checkPaymentInvariants, checkTrails, readStates } from '#test/server/check-payment-invariants.ts';
import { refundWays } from '#contract/desk/orders.ts';
import { webhookWays } from './sandbox/sandbox-books.ts';
import { sandboxActs, sandboxDisputeActs, sandboxRefundActs } from './sandbox/sandbox-session.ts';

const [givenHistories, givenSeed, shrinking] = process.argv.slice(2);
const histories = Number(givenHistories ?? (isFullSize ? 28 : 5));
const seed = givenSeed === undefined ? (Date.now() ^ (Math.random() * 2 ** 31)) | 0 : Number(givenSeed);

let stored: Awaited<ReturnType<typeof openTestDatabase>>;
let life: MortalDatabase;
let shop: TestShop;
let team: ReturnType<typeof openTestTeam>;
const customers: { email: string; auth: { authorization: string }; until: number }[] = [];

before(async () => {
  stored = await openTestDatabase();
  await startProcess(new Date('2026-11-20T15:00:00Z'));
  for (let n = 0; n < 2; n += 1)
    customers.push({ ...(await shop.customer()), until: shop.now().getTime() + 9 * minute });
});
after(async () => {
  await shop.close();
  await stored.drop();
});

async function startProcess(startsAt: Date): Promise<void> {
  life = openMortal(stored);
  shop = await openTestShop({
    database: life,
    startsAt,
    settings: { RATE_LIMIT_FACTOR: '100000', DESK: 'on' },
  });
  team = openTestTeam(shop);
}

/** Runs as the customer; logs in again when the session has expired. */
async function as(who: number): Promise<{ authorization: string }> {
  const customer = customers[who]!;
  if (shop.now().getTime() >= customer.until) {
    customer.auth = shop.bearer((await shop.logIn(customer.email)).accessToken);
    customer.until = shop.now().getTime() + 9 * minute;
  }
  return customer.auth;
}

const pick = <Item>(items: readonly Item[], index: number): Item | undefined => items[index % items.length];
const tokenOf = ({ paymentLink }: { paymentLink: string }) => new URL(paymentLink).searchParams.get('link')!;

/** Whether the call succeeded. Fails the test for a server error other than 503. */
function expectAnswer({ status, body }: { status: number; body: unknown }): boolean {
  assert.ok(status < 500 || status === 503, `the shop answered ${status}: ${JSON.stringify(body)}`);
  return status < 300;
}
const expectRefusal = (error: unknown) => {
  if (!(error instanceof ProblemReply)) throw error;
};

const index = fc.nat(11);
const who = fc.nat(1);
const line = fc.constantFrom(1, 1, 2, 3);
const oneLine: Item[] = [{ orderType: 3 }];
const threeLines: Item[] = [
  { orderType: 3 },
  { orderType: 2, express: true },
  { orderType: 3, express: true },
];
const dollars = fc.constantFrom(1, 30, 129);
const ofBalance = fc.constantFrom('credit', 'debit');
const webhooks = fc.constantFrom(...webhookWays);
const nameOf = (customer: number) => ['Ann', 'Bob'][customer]!;

async function place(world: World, customer: number, items: readonly Item[]): Promise<void> {
  const headers = await as(customer);
  const answer = await shop.send<PlacedOrder>('POST', '/api/orders', { body: orderOf(items), headers });
  if (!expectAnswer(answer)) return;
  const { orderNumber: number } = answer.body;
  world.links.push({ number, token: tokenOf(answer.body), who: customer, lines: items.length });
}
async function deposit(world: World, customer: number, amount: number): Promise<void> {
  const body = { ...shop.billing, price: amount * 100 };
  const headers = await as(customer);
  const answer = await shop.send<PlacedDeposit>('POST', '/api/balance/deposit', { body, headers });
  if (!expectAnswer(answer)) return;
  const { depositNumber: number } = answer.body;
  world.links.push({ number, token: tokenOf(answer.body), who: customer, lines: 0 });
}
async function act(
  world: World,
  page: number,
  what: string,
  way: (typeof webhookWays)[number],
): Promise<void> {
  const ref = pick(world.pages, page);
  if (ref) expectAnswer(await shop.act(ref, what, way));
}

const step: fc.Arbitrary<Step> = fc.oneof(
  stepKind(
    3,
    { who, items: fc.constantFrom(oneLine, threeLines) },
    (f) => `${nameOf(f.who)} orders ${f.items.length}`,
    (world, f) => place(world, f.who, f.items),
  ),
  stepKind(
    2,
    { who, dollars: fc.constantFrom(20, 100, 300) },
    (f) => `${nameOf(f.who)} deposits $${f.dollars}`,
    (world, f) => deposit(world, f.who, f.dollars),
  ),
  stepKind(
    6,
    { link: index, way: fc.constantFrom(...waysToPay) },
    (f) => `link ${f.link} is paid: ${f.way}`,
    async (world, f) => {
      const link = pick(world.links, f.link);
      if (!link) return;
      const answer = await shop.pay(link.token, f.way, await as(link.who));
      const ref = expectAnswer(answer) ? answer.body.url?.split('/').at(-1) : undefined;
      if (ref && !world.pages.includes(ref)) world.pages.push(ref);
    },
  ),
  stepKind(
    6,
    { page: index, what: fc.constantFrom(...sandboxActs), webhooks },
    (f) => `page ${f.page}: ${f.what}, told ${f.webhooks}`,
    (world, f) => act(world, f.page, f.what, f.webhooks),
  ),
  stepKind(
    3,
    { page: index, webhooks },
    (f) => `page ${f.page}: pay, told ${f.webhooks}`,
    (world, f) => act(world, f.page, 'pay', f.webhooks),
  ),
  stepKind(
    5,
    { page: index, what: fc.constantFrom(...sandboxRefundActs, ...sandboxDisputeActs), webhooks },
    (f) => `page ${f.page}: ${f.what}, told ${f.webhooks}`,
    (world, f) => act(world, f.page, f.what, f.webhooks),
  ),
  stepKind(
    1,
    { page: index },
    (f) => `page ${f.page}: a webhook event, twice at once`,
    async (world, f) => {
      const ref = pick(world.pages, f.page);
      if (!ref) return;
      const eventId = crypto.randomUUID();
      world.told.push([ref, eventId]);
      assert.deepEqual(await Promise.all([shop.tell(ref, eventId), shop.tell(ref, eventId)]), [200, 200]);
    },
  ),
  stepKind(
    1,
    {},
    () => 'the oldest webhook event again',
    async ({ told }) => {
      if (told[0]) assert.equal(await shop.tell(...told[0]), 200);
    },
  ),
  stepKind(
    2,
    { link: index },
    (f) => `link ${f.link} is looked at`,
    async (world, f) => {
      const link = pick(world.links, f.link);
      if (link) expectAnswer(await shop.send('POST', `/api/payments/${link.token}/sync`));
    },
  ),
  stepKind(
    2,
    { link: index, byOperator: fc.boolean() },
    (f) => `link ${f.link} is cancelled by ${f.byOperator ? 'the operator' : 'its customer'}`,
    async (world, f) => {
      const link = pick(world.links, f.link);
      if (!link?.lines) return;
      if (f.byOperator)
        await shop.operate('cancel', link.number, 'history', link.number).catch(expectRefusal);
      else
        expectAnswer(
          await shop.send('POST', `/api/orders/${link.number}/cancel`, { headers: await as(link.who) }),
        );
    },
  ),
  stepKind(
    4,
    { link: index, dollars, way: fc.constantFrom(...refundWays) },
    (f) => `$${f.dollars} of link ${f.link} is given back: ${f.way}`,
    async (world, f) => {
      const link = pick(world.links, f.link);
      if (link)
        await shop.operate('refund', link.number, String(f.dollars), f.way, 'history').catch(expectRefusal);
    },
  ),
  stepKind(
    1,
    { who, dollars, ofBalance },
    (f) => `${nameOf(f.who)}: ${f.ofBalance} $${f.dollars}`,
    (_world, f) =>
      shop.operate(f.ofBalance, customers[f.who]!.email, String(f.dollars), 'history').catch(expectRefusal),
  ),
  stepKind(
    3,
    { link: index, line },
    (f) => `link ${f.link}: line ${f.line} is delivered`,
    async (world, f) => {
      const link = pick(world.links, f.link);
      if (link) await team.deliver(link.number, f.line).catch(expectRefusal);
    },
  ),
  stepKind(
    2,
    { link: index, line },
    (f) => `link ${f.link}: line ${f.line} is accepted`,
    async (world, f) => {
      const link = pick(world.links, f.link);
      const headers = link && (await as(link.who));
      if (link && headers)
        expectAnswer(
          await shop.send('POST', `/api/orders/${link.number}/lines/${f.line}/accept`, { headers }),
        );
    },
  ),
);

const times = [3 * minute, 11 * minute, 16 * minute, 25 * hour, 8 * day];
const passing: fc.Arbitrary<Step> = fc
  .constantFrom(...times)
  .map((time) => stepOf(`${time / minute} minutes pass`, async () => shop.pass(time)));

async function countPostings(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ledger_tx`.execute(stored.db);
  return rows[0]!.n;
}

/** Empties the books before each history: rows of other histories would only slow the audits. */
async function wipe(): Promise<void> {
  const { db } = shop.database;
  const ledger = ['ledger_tx', 'ledger_transfer', 'balance_entry', 'day_close', 'provider_entry'];
  const guards = (verb: string) =>
    sql.raw(ledger.map((table) => `alter table ${table} ${verb} trigger user;`).join(''));
  await sql`${guards('disable')} truncate payment_link, ledger_tx, ledger_account, day_close, sandbox_session, provider_notice, idempotency_key, said_today cascade;
    delete from job where kind like 'payment.%' and kind <> 'payment.audit' or kind like 'mail.%' or kind like 'sandbox.%' or kind like 'fulfilment.review%';
    ${guards('enable')}`.execute(db);
}

/** Completes all open work: delivers lost webhook events and advances time for scheduled jobs. */
async function conclude({ pages }: World): Promise<void> {
  for (const page of pages) await shop.act(page, 'settle', 'lost');
  for (let n = 0; n < 3; n += 1) {
    shop.pass(8 * day);
    await shop.app.jobs.drain();
  }
  for (const page of pages) await shop.tell(page);
  await shop.app.jobs.drain();
}

/** Makes simultaneous first payments of each customer, before the customer has ledger accounts. */
async function payAtOnce(world: World, payments: number): Promise<void> {
  for (let n = 0; n < payments; n += 1)
    for (const customer of customers.keys()) await deposit(world, customer, 20);
  const began = world.links.slice(-payments * customers.length || world.links.length);
  world.pages.push(...(await Promise.all(began.map(({ token }) => shop.startPayment(token)))));
  await Promise.all(world.pages.map((page) => shop.act(page, 'pay')));
  await shop.app.jobs.drain();
}

async function expectStatements(): Promise<void> {
  for (const customer of customers.keys()) {
    const { body } = await shop.send<BalancePage>('GET', '/api/balance?limit=50', {
      headers: await as(customer),
    });
    assert.equal(body.entries[0]?.balance ?? 0, body.balance.available, 'the statement ends at the balance');
  }
}

/** Steps that run in parallel. The process is killed after `diesAfter` statements. */
type Moment = { together: Step[]; diesAfter: number };

async function play(world: World, { together }: Moment): Promise<void> {
  const played = await Promise.allSettled(together.map((step) => step.play(world)));
  for (const result of played) if (result.status === 'rejected') throw result.reason;
  await shop.app.jobs.drain();
}

/** Plays a moment. When the process is killed in it, the same requests are sent to the next process. */
async function live(world: World, moment: Moment): Promise<void> {
  life.dieAfter(moment.diesAfter);
  try {
    await play(world, moment);
  } catch (error) {
    if (!life.isDead) throw error;
  }
  if (!life.isDead) return life.dieAfter(Infinity);
  deaths += 1;
  const dead = shop;
  await startProcess(dead.now());
  await dead.close();
  await play(world, moment);
}

let steps = 0;
let deaths = 0;
let played = 0;

test(`the audit finds nothing after any step of a random history (seed ${seed})`, async (t) => {
  const together = fc.oneof(
    { weight: 16, arbitrary: fc.array(step, { minLength: 1, maxLength: 1 }) },
    { weight: 4, arbitrary: fc.array(step, { minLength: 2, maxLength: 3 }) },
    { weight: 1, arbitrary: passing.map((only) => [only]) },
  );
  const diesAfter = fc.oneof(
    { weight: 11, arbitrary: fc.constant(Infinity) },
    { weight: 1, arbitrary: fc.nat(60) },
  );
  const moment: fc.Arbitrary<Moment> = fc.record({ together, diesAfter });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0, 2, 3),
      fc.array(moment, { maxLength: 160, size: 'max' }),
      async (first, history) => {
        played += 1;
        await wipe();
        const world: World = { links: [], pages: [], told: [] };
        const said: string[] = [];
        try {
          for (const customer of customers.keys()) {
            await place(world, customer, customer === 0 ? oneLine : threeLines);
            await deposit(world, customer, 100);
          }
          said.push(`${first} first payments of each arrive at once`);
          await payAtOnce(world, first);
          let states = await readStates(stored.db);
          for (const next of history) {
            const dies = next.diesAfter < Infinity ? `, dying after ${next.diesAfter}` : '';
            said.push(next.together.map(({ words }) => words).join(' + ') + dies);
            steps += next.together.length;
            await live(world, next);
            const now = await readStates(stored.db);
            assert.deepEqual(await checkPaymentInvariants(stored.db, states, now), []);
            states = now;
          }
          said.push('and everything comes to its end');
          await conclude(world);
          assert.deepEqual(await shop.audit(), []);
          await checkTrails(stored.db);
          await expectStatements();
          const postings = await countPostings();
          for (const page of world.pages)
            for (const id of ['twice', 'twice']) await shop.tell(page, page + id);
          await shop.app.jobs.drain();
          assert.equal(await countPostings(), postings, 'told again, nothing changes');
        } catch (error) {
          throw new Error(`${said.map((words, n) => `${n + 1}. ${words}`).join('\n')}\n${String(error)}`, {
            cause: error,
          });
        }
      },
    ),
    { numRuns: histories, seed, endOnFailure: shrinking === 'unshrunk' },
  );
  t.diagnostic(`${steps} steps and ${deaths} deaths in ${played} histories, seed ${seed}`);
});
