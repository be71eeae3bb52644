import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Hit } from '#contract/desk/search.ts';
import type { CreatedTicket } from '#contract/storefront/support.ts';
import { up } from '#server/database/migrations/0078-search-text.ts';
import { up as spellOut } from '#server/database/migrations/0101-spelled-out-letters.ts';
import { up as addSubjects } from '#server/database/migrations/0105-subjects-of-orders.ts';
import { sql } from 'kysely';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';

let desk: TestDesk;
let owner: Person;
let writer: Person;
let number: string;
let email: string;
before(async () => {
  desk = await openTestDesk();
  [owner, writer] = [await desk.join('owner'), await desk.join('writer')];
  const { auth: headers, email: address } = await desk.shop.customer();
  email = address;
  await desk.shop.addFunds(headers, 50_000);
  const { orderNumber, token } = await desk.shop.placeOrder(headers);
  await desk.shop.pay(token, 'balance', headers);
  number = orderNumber;
});
after(() => desk.close());

async function hitsOf({ cookie }: Person, q: string): Promise<Hit[]> {
  const answer = await desk.call<{ hits: Hit[] }>('GET', `search?q=${encodeURIComponent(q)}`, { cookie });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.hits;
}
const search = async (person: Person, q: string) => (await hitsOf(person, q)).map(({ url }) => url);

test('finds an order and its lines by number, in any spelling', async () => {
  const found = [`/orders/${number}`, `/lines/${number}/1`];
  assert.deepEqual(await search(owner, number), found);
  assert.deepEqual(await search(owner, number.toLowerCase().replaceAll('-', ' ')), found);
  assert.deepEqual(await search(owner, 'R-0000-0000'), []);
});

test('shows a writer an unassigned line, but not its order or any customers', async () => {
  assert.deepEqual(await search(writer, number), [`/lines/${number}/1`]);
  assert.deepEqual(await search(writer, email), []);
});

test('tells orders and lines of one customer apart by service, brand, day and state, without last names for a writer', async () => {
  const { auth } = await desk.shop.customer();
  const { number: found } = await workAt(desk).order(auth, [{ orderType: 3 }, { orderType: 2 }]);
  const [order, ...lines] = await hitsOf(owner, found);
  assert.deepEqual([order?.order?.lines, order?.order?.payment, order?.order?.work], [2, 'paid', 'queued']);
  assert.equal(new Set(lines.map(({ line }) => line?.title)).size, 2);
  for (const { line, order: none, words } of lines) {
    assert.equal(none, null);
    assert.equal(line?.status, 'queued');
    assert.match(line.neededOn ?? '', /^\d{4}-\d\d-\d\d$/);
    assert.equal(words, line.brand === null ? 'Ann Lee' : `Ann Lee, ${line.brand}`);
  }
  assert.ok(order?.words.startsWith('Ann Lee, '), order?.words);
  for (const { line, words } of await hitsOf(writer, found))
    assert.deepEqual([line?.customer, words.replace(/,.*/, '')], ['Ann L.', 'Ann L.']);
  const [byName] = (await hitsOf(owner, 'ann lee')).filter(({ url }) => url === `/orders/${found}`);
  assert.deepEqual(byName, order);
});

test('finds customers by their displayed names, whatever the accents, apostrophes, order of names and letter case', async () => {
  const people = [
    ['Élodie', 'Dupont', ['Élodie Dupont', 'elodie dupont', 'DUPONT Élo', 'Dupont, Élodie', 'E\u0301lodie']],
    ['Seán', 'O’Neill', ["O'Neill", 'O’Neill', 'oneill sean', 'ONEILL', 'neill']],
    ['Zoë', 'Müller-Łęcki', ['Zoe', 'zoë muller', 'Muller Lecki', 'mullerlecki', 'Müller‑Łęcki']],
    ['Jörg', 'Mueller', ['Jörg Müller', 'joerg mueller', 'Joerg Muel', 'Jo\u0308rg']],
    [
      'Søren',
      'Ångström-Großmüller',
      ['Soeren', 'soren', 'Aangstroem', 'angstrom', 'grossmueller', 'Aangstroem-Grossmueller'],
    ],
    ['Suharto', '', ['suharto', 'SUHARTO ']],
    ['李', '小龙', ['李 小龙', '小龙 李']],
    ['Ｊｏｓé', 'İnci', ['jose inci', 'Inci']],
  ] as const;
  for (const [firstName, lastName, typed] of people) {
    const { auth: headers } = await desk.shop.customer();
    const body = { firstName, lastName, country: '' };
    assert.equal((await desk.shop.send('POST', '/api/accounts/update', { headers, body })).status, 204);
    const urls = await Promise.all(typed.map((q) => search(owner, q)));
    const [first] = urls[0]!;
    assert.match(first ?? '', /^\/customers\/\d+$/);
    for (const [n, found] of urls.entries())
      assert.ok(found.includes(first!), `${typed[n]} finds ${firstName} ${lastName}`);
    const listed = await desk.call<{ customers: { id: string }[] }>(
      'GET',
      `customers?q=${encodeURIComponent(typed[0])}`,
      {
        cookie: owner.cookie,
      },
    );
    assert.deepEqual(
      listed.body.customers.map(({ id }) => `/customers/${id}`),
      [first],
    );
  }
  assert.deepEqual(await search(writer, 'Dupont'), []);
});

test('finds orders, conversations and deposits by names, brands, addresses and numbers', async () => {
  const { shop } = desk;
  const { auth, email: own } = await shop.customer();
  const billing = { firstName: 'Wanjirũ', lastName: 'Ngũgĩ' };
  const [found] = await search(owner, own);
  const { depositNumber } = await shop.addFunds(auth, 5_000, billing);
  const { orderNumber } = await shop.placeOrder(auth, { ...shop.slogansOrder, ...billing });
  const message = {
    name: 'Ngugi wa Thiong’o',
    email: 'ngugi@bücher.example',
    message: 'Long enough to be read.',
  };
  const { body: ticket } = await shop.send<CreatedTicket>('POST', '/api/support/create-ticket', {
    body: message,
  });
  const [order, conversation] = [`/orders/${orderNumber}`, `/tickets/${ticket.ticketNumber}`];
  assert.deepEqual(await search(owner, 'ngugi wanjiru'), [order, found]);
  const [told] = await hitsOf(owner, ticket.ticketNumber);
  assert.equal(told?.words, 'Ngugi wa Thiong’o: Long enough to be read.');
  const [funds] = await hitsOf(owner, depositNumber);
  assert.match(funds?.words ?? '', /^Wanjirũ Ngũgĩ, \$50\.00, \w+, \w+ \d+$/);
  assert.deepEqual([funds?.livemode, told?.livemode], [false, true]);
  assert.deepEqual(await search(owner, "thiong'o"), [conversation]);
  assert.deepEqual(await search(owner, 'ngugi@xn--bcher-kva.example'), [conversation]);
  assert.deepEqual(await search(owner, 'ngugi@buch'), [conversation]);
  assert.deepEqual(await search(owner, `${ticket.ticketNumber}.`), [conversation]);
  assert.deepEqual(await search(owner, depositNumber.replaceAll('-', '\u2011')), [found]);
  assert.ok((await search(owner, depositNumber.slice(2, 6))).includes(found!), 'a part of a number');
  for (const number of [orderNumber, depositNumber]) {
    const { body } = await desk.call<{ customers: { id: string }[] }>('GET', `customers?q=${number}`, {
      cookie: owner.cookie,
    });
    assert.deepEqual(
      body.customers.map(({ id }) => `/customers/${id}`),
      [found],
    );
  }
});

test('fills the search words of rows of earlier releases by a migration', async () => {
  const { db } = desk.shop.database;
  const read = async () =>
    (
      await sql<{
        row: string;
      }>`select concat_ws(' ', kind, id, words) as row from search_text order by kind, id`.execute(db)
    ).rows;
  const kept = await read();
  assert.ok(new Set(kept.map(({ row }) => row.split(' ')[0])).size === 4);
  await sql`drop table search_text; create index customer_email_start on customer (email_canonical);
    create index customer_first_name_start on customer (first_name); create index customer_last_name_start on customer (last_name)`.execute(
    db,
  );
  for (const fill of [up, addSubjects]) await db.transaction().execute((tx) => fill(tx as never));
  assert.deepEqual(await read(), kept);
});

test('adds transliterated spellings to the search words of earlier releases by a migration', async () => {
  const { db } = desk.shop.database;
  const { auth, email: own } = await desk.shop.customer();
  const billing = { firstName: 'Åke', lastName: 'Björk' };
  await desk.shop.addFunds(auth, 5_000, billing);
  await desk.shop.placeOrder(auth, { ...desk.shop.slogansOrder, ...billing });
  const found = await search(owner, 'aake bjoerk');
  assert.equal(found.length, 2);
  await sql`update search_text set words = ts_delete(words, '{aake,bjoerk}'::text[])`.execute(db);
  assert.deepEqual(await search(owner, 'aake bjoerk'), []);
  await db.transaction().execute((tx) => spellOut(tx as never));
  assert.deepEqual(await search(owner, 'aake bjoerk'), found);
  assert.equal((await search(owner, own)).length, 1);
});

test('audits once a day that a person has listed, searched or opened customers', async () => {
  const { db } = desk.shop.database;
  const support = await desk.join('support');
  const seen = async () => {
    const { rows } = await sql<{ act: string }>`
      select action || ' ' || subject as act from audit_entry
      where actor = ${`staff:${support.id}`} and action in ('list-customers', 'see-customer') order by place`.execute(
      db,
    );
    return rows.map(({ act }) => act);
  };
  const [first, second] = [
    (await search(owner, email))[0]!.replace('/customers/', ''),
    (await search(owner, 'suharto'))[0]!.replace('/customers/', ''),
  ];
  const see = async (path: string) =>
    assert.equal((await desk.call('GET', path, { cookie: support.cookie })).status, 200, path);
  for (let times = 0; times < 2; times += 1) {
    await see(`customers/${first}`);
    await see(`customers/${first}/statement`);
    await see(`customers/${second}/statement`);
  }
  assert.deepEqual(await seen(), [`see-customer customer ${first}`, `see-customer customer ${second}`]);
  await search(support, 'suharto');
  await see('customers');
  assert.deepEqual((await seen()).slice(2), ['list-customers customers']);
});

test('finds a customer by the beginning of the email address or a name, and nobody by a wildcard character', async () => {
  const [found, ...more] = await search(owner, email.slice(0, 12).toUpperCase());
  assert.match(found ?? '', /^\/customers\/\d+$/);
  assert.deepEqual(more, []);
  assert.ok((await search(owner, 'le')).includes(found!));
  for (const wildcard of ['%', '_', '%@%']) assert.deepEqual(await search(owner, wildcard), []);
});
