/** What the desk's answers leave out: personal data without customer.see, and amounts without permission to see prices. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { DeskEndpoint } from '#contract/desk/endpoint.ts';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { moneyLists } from '#contract/desk/money-lists.ts';
import { minute } from '#contract/durations.ts';
import { type StaffPermission, permissionNames } from '#contract/desk/permissions.ts';
import type { CreatedTicket } from '#contract/storefront/support.ts';
import { slogansOrder } from '#demo/slogans-order.ts';
import { openTestDesk, type Person, type TestDesk } from './open-test-desk.ts';
import { customerPost, uploadFile } from './upload-file.ts';
import { workAt } from './work-at-desk.ts';

const personal = {
  lastName: 'Quillfeather',
  email: 'quill@marmalade.example',
  address: '7 Marmalade Lane',
  city: 'Cedarville',
  guest: 'Brackenbury',
  guestEmail: 'bracken@marmalade.example',
};
const { lastName, address, city } = personal;
const price = slogansOrder.price;

let desk: TestDesk;
let owner: Person;
let values: Record<string, string>;
let guestTicket: string;
let personsId: string;

before(async () => {
  desk = await openTestDesk();
  const { shop } = desk;
  const { db } = shop.database;
  owner = await desk.join('owner');
  personsId = owner.id;
  const { auth } = await shop.customer(personal.email);
  await sql`update customer set last_name = ${lastName} where email = ${personal.email}`.execute(db);
  await shop.addFunds(auth, 100_000);
  const place = async () => {
    const body = { ...slogansOrder, lastName, address, city };
    const { orderNumber, token } = await shop.placeOrder(auth, body);
    await shop.pay(token, 'balance', auth);
    return orderNumber;
  };
  const [number, second] = [await place(), await place()];
  const work = workAt(desk);
  const path = `lines/${number}/1`;
  await work.done(owner, `lines/${second}/1/notes`, { text: 'Mind the name' });
  const { id: fileId } = await uploadFile(customerPost(shop, auth), 'menu.txt', 'Rye');
  const added = await shop.send('POST', `/api/orders/${number}/lines/1/files`, {
    headers: auth,
    body: { files: [fileId] },
  });
  assert.equal(added.status, 204, JSON.stringify(added.body));
  await work.done(owner, `${path}/deliver`, { basedOn: await work.write(owner, path) });
  shop.pass(minute);
  await shop.app.jobs.drain();
  const said = { headers: auth, body: { text: 'Where is my order?' } };
  assert.equal((await shop.send('POST', `/api/orders/${number}/messages`, said)).status, 200);
  const asked = { headers: auth, body: { version: 1, points: [{ note: 'Drier' }] } };
  assert.equal((await shop.send('POST', `/api/orders/${number}/lines/1/revision`, asked)).status, 204);
  const guest = {
    name: `Zoë ${personal.guest}`,
    email: personal.guestEmail,
    message: 'Do you write menus, too?',
  };
  guestTicket = (await shop.send<CreatedTicket>('POST', '/api/support/create-ticket', { body: guest })).body
    .ticketNumber;
  const support = await desk.join('support');
  const sent = await work.done<{ approval: string }>(support, `orders/${second}/refund`, {
    requestId: crypto.randomUUID(),
    amount: 6_500,
    way: 'balance',
    reason: 'Late delivery of your slogans',
    note: '',
    seen: price,
  });
  const { rows } = await sql<{
    id: string;
  }>`select id::text from customer where email = ${personal.email}`.execute(db);
  values = {
    number,
    position: '1',
    version: '1',
    fileId,
    id: rows[0]!.id,
    approval: sent.approval,
    day: '2026-11-19',
    list: 'refunds',
  };
});
after(() => desk.close());

/** Creates a person with a role of their own that has all permissions except these. */
async function joinWithout(...left: readonly string[]): Promise<Person> {
  const key = `without-${crypto.randomUUID().slice(0, 8)}`;
  const permissions = permissionNames.filter(
    (name: StaffPermission) => !left.some((one) => name === one || name.startsWith(`${one}.`)),
  );
  await sql`insert into staff_role (key, label, permissions, refund_limit, adjust_limit) values (${key}, ${key}, ${permissions}, 0, 0)`.execute(
    desk.shop.database.db,
  );
  return desk.join(key);
}

const queries: Record<string, readonly string[]> = {
  listLines: ['open', 'check', 'asked', 'review', 'stopped', 'done'].map((show) => `show=${show}`),
  listDeskTickets: ['open', 'mine', 'snoozed', 'waiting', 'closed', 'spam'].map((show) => `show=${show}`),
  listApprovals: ['', 'show=decided'],
  showTotals: ['from=2026-11-01&to=2026-12-31'],
  showRollForward: ['from=2026-11-01&to=2026-12-31'],
  showIdle: ['from=2026-11-01&to=2026-12-31'],
  showPayouts: ['from=2026-11-01&to=2026-12-31'],
  listMoneyEntries: ['from=2026-11-01&to=2026-12-31'],
};

/** The answers of all reading calls, by path, and the number of those that succeeded. */
async function readAll({
  cookie,
}: Person): Promise<{ answers: [path: string, text: string][]; read: number }> {
  const answers: [string, string][] = [];
  let read = 0;
  const ask = async (path: string) => {
    const { status, body } = await desk.call<unknown>('GET', path, { cookie });
    if (status === 200) read += 1;
    answers.push([path, JSON.stringify(body ?? null)]);
  };
  for (const [name, { method, path }] of Object.entries(deskEndpoints) as [string, DeskEndpoint][]) {
    // skips the description, which has no data, files, whose content is the customer's, and the public price list
    if (method !== 'GET' || ['describeApi', 'showDeskFile', 'listProducts'].includes(name)) continue;
    const filled = path
      .slice('/api/desk/'.length)
      .replaceAll(/:(\w+)/g, (_, param: string) =>
        name === 'showApproval' ? values['approval']! : name === 'listSessions' ? personsId : values[param]!,
      );
    if (name === 'search')
      for (const q of [lastName, personal.email, personal.guest, 'Ann', values['number']!, guestTicket])
        await ask(`search?q=${encodeURIComponent(q)}`);
    else for (const query of queries[name] ?? ['']) await ask(query ? `${filled}?${query}` : filled);
    if (name === 'listMoneyEntries')
      for (const list of moneyLists) await ask(`money/lists/${list}?${queries[name]![0]}`);
    if (path.includes('/tickets/:number')) await ask(filled.replace(values['number']!, guestTicket));
  }
  return { answers, read };
}

const holding = (answers: readonly [string, string][], words: readonly string[]) =>
  answers.flatMap(([path, text]) =>
    words.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`),
  );

test('shows last names and addresses only to people with customer.see, in every response', async () => {
  const all = await readAll(owner);
  for (const word of Object.values(personal))
    assert.ok(all.answers.some(([, text]) => text.includes(word)) || word === address || word === city, word);
  const { answers, read } = await readAll(await joinWithout('customer.see'));
  assert.ok(read >= 25, `${read} answers`);
  assert.deepEqual(holding(answers, Object.values(personal)), []);
});

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

// without the log, which has the amounts of refunds for people who check others' acts
test('shows no amounts in any response to people without a permission to see prices', async () => {
  const { answers, read } = await readAll(await joinWithout('customer', 'order', 'money', 'log'));
  assert.ok(read >= 15, `${read} answers`);
  const amounts = new Set([String(price), (price / 100).toFixed(2), '6500', '65.00']);
  // random IDs may contain the digits of an amount
  const numbers = (text: string) => text.replaceAll(uuid, '').match(/[\p{L}\p{N}]+(?:\.\p{N}+)*/gu) ?? [];
  const shown = answers.flatMap(([path, text]) =>
    numbers(text)
      .filter((one) => amounts.has(one))
      .map((one) => `${path}: ${one}`),
  );
  assert.deepEqual(shown, []);
});
