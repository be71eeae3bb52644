import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { extractText, getMeta } from 'unpdf';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { hour, minute, second } from '#contract/durations.ts';
import type { CreatedTicket } from '#contract/storefront/support.ts';
import type { Today } from '#contract/desk/work.ts';
import { disputeAt, moneyAt } from '#test/server/money-at-desk.ts';
import { sql } from 'kysely';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';

let desk: TestDesk;
let owner: Person;
before(async () => {
  desk = await openTestDesk();
  owner = await desk.join('owner');
});
after(async () => {
  await desk.shop.app.jobs.drain();
  assert.deepEqual(await desk.shop.audit(), []);
  await desk.close();
});

const trail = (number: string, person = owner) =>
  moneyAt(desk).get<DeskAnswerOf<'showPaymentTrail'>>(person, `money/payments/${number}`);
const today = async (person = owner) => {
  const { groups } = await moneyAt(desk).get<Today>(person, 'today');
  return groups.flatMap(({ rows }) => rows).filter(({ money }) => money !== null);
};

const dispute = (number: string) => disputeAt(desk, number);

/** Downloads the evidence for a dispute. Returns its text and the PDF's title. */
async function evidence(id: string, person = owner) {
  const { content: bytes, headers } = await desk.download(`money/disputes/${id}/evidence`, person);
  assert.equal(headers['content-type'], 'application/pdf');
  const { text } = await extractText(bytes.slice(), { mergePages: true });
  return { name: headers['content-disposition'], text, title: (await getMeta(bytes)).info['Title'] };
}

/** Posts something as the customer, a second later. */
async function say(headers: Record<string, string>, path: string, body: object) {
  desk.shop.pass(second);
  const { status, body: answer } = await desk.shop.send('POST', `/api/orders/${path}`, { headers, body });
  assert.ok(status < 300, JSON.stringify(answer));
}

test('writes evidence with the purchase, consents, brief, versions, messages, requests and refunds of an order', async () => {
  const { shop } = desk;
  const team = openTestTeam(shop);
  const money = moneyAt(desk);
  const { headers, email, number } = await money.cardOrder();
  await team.ask(number, 'Which street is the shop in?');
  await say(headers, `${number}/lines/1/answer`, { text: 'Corner of Mill Street.' });
  const deliver = (first: string) => team.deliver(number, 1, { 'Slogan 1': first });
  await deliver('Bread, before you wake.');
  await say(headers, `${number}/lines/1/revision`, { text: 'Please shorten it.' });
  await deliver('Bread by dawn.');
  await say(headers, `${number}/messages`, { text: 'These are lovely, thank you!' });
  await say(headers, `${number}/lines/1/accept`, {});
  await money.refund(owner, number, 1_000);
  await shop.app.jobs.drain();
  const form = { name: 'Ann Lee', email, message: 'Is my order the one with the bread?' };
  const sent = await shop.send<CreatedTicket>('POST', '/api/support/create-ticket', { body: form });
  const ticket = `tickets/${sent.body.ticketNumber}`;
  await money.post(owner, `${ticket}/link`, { to: number });
  await money.post(owner, `${ticket}/messages`, { text: 'Yes, it is.', seen: 0 });
  shop.pass(minute);
  await shop.app.jobs.drain();
  const id = await dispute(number);
  const { name, text, title } = await evidence(id);
  assert.equal(name, `attachment; filename="evidence-${number}.pdf"`);
  assert.equal(title, `Evidence for order ${number}`);
  for (const part of [
    number,
    email,
    'Ann Lee',
    'Austin, TX 78701',
    'Agreed to the delivery date and the start of work',
    'Agreed to the privacy policy',
    'Browser time zone',
    'Which street is the shop in?',
    'Corner of Mill Street.',
    'Version 1, delivered',
    'Bread, before you wake.',
    'Please shorten it.',
    'Version 2, delivered',
    'Bread by dawn.',
    'These are lovely, thank you!',
    'Sender of the contact form',
    'Is my order the one with the bread?',
    'Yes, it is.',
    'Completed',
    'Emails that we sent to the customer',
    `Receipt for order ${number}`,
    `Your slogans for Golden Crust are ready (${number})`,
    `Your revised slogans for Golden Crust are ready (${number}, version 2)`,
    '$129.00',
    '$10.00',
    'UTC',
  ])
    assert.ok(text.includes(part), `${part} in ${text}`);
  assert.doesNotMatch(text, /undefined|null|\[object/);
});

test('writes evidence for a deposit with the orders paid from it', async () => {
  const { shop } = desk;
  const { auth } = await shop.customer();
  await shop.addFunds(auth, 20_000);
  const { orderNumber, token } = await shop.placeOrder(auth);
  await shop.pay(token, 'balance', auth);
  const { payments } = await moneyAt(desk).get<DeskAnswerOf<'listPayments'>>(owner, 'money/payments');
  const deposit = payments.find(({ purpose }) => purpose === 'deposit')!.number;
  const { text } = await evidence(await dispute(deposit));
  assert.match(text, /What the deposit was used for/);
  assert.ok(text.includes(orderNumber) && text.includes(deposit), text);
  assert.match(text, /Emails that we sent to the customer\n.*We added \$200\.00 to your balance/s);
});

test('refuses to write evidence for a role that may not see customers', async () => {
  const { number } = await moneyAt(desk).cardOrder();
  const id = await dispute(number);
  const { shop } = desk;
  await sql`insert into staff_role (key, label, permissions) values ('books', 'Books', '{money.see}')`.execute(
    shop.database.db,
  );
  const books = await desk.join('books');
  const { status, body } = await moneyAt(desk).post(books, `money/disputes/${id}/evidence`);
  assert.deepEqual([status, body.needs], [403, 'customer.see']);
  assert.equal((await moneyAt(desk).post(owner, 'money/disputes/999999/evidence')).status, 404);
});

test('lists a dispute in Today until someone marks it as answered', async () => {
  const { number } = await moneyAt(desk).cardOrder();
  const id = await dispute(number);
  const own = async (person = owner) =>
    (await today(person)).filter(({ url }) => url === `/money/payments/${number}#disputes`);
  const [task] = await own();
  assert.match(task?.reason ?? '', /^Respond by /);
  assert.deepEqual([task?.isLate, task?.money?.title], [false, 'Dispute over $129.00']);
  const post = (isAnswered: boolean, person = owner) =>
    moneyAt(desk).post(person, `money/disputes/${id}/answered`, { isAnswered });
  assert.equal((await post(true, await desk.join('accountant'))).status, 403);
  assert.equal((await post(true)).status, 204);
  assert.equal((await post(true)).status, 204, 'twice');
  assert.deepEqual(await own(), []);
  assert.equal((await trail(number)).disputes[0]?.answered?.by, 'Maya Stone');
  assert.equal((await post(false)).status, 204);
  assert.equal((await own()).length, 1);
  desk.shop.pass(8 * 24 * hour);
  assert.deepEqual(
    (await own(await desk.join('manager'))).map(({ isLate, reason }) => [isLate, reason]),
    [[true, 'Response to the bank is overdue']],
  );
});
