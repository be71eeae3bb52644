import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { digestTable, listTables } from '#server/database/list-tables.ts';
import { listenToStatements } from '#test/repository/page-statements.ts';
import { openTestDatabase, type TestDatabase } from '#test/server/open-test-database.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';

const statements = listenToStatements();
const exports = mkdtempSync(join(tmpdir(), 'redline-exports-'));
let database: TestDatabase;
let shop: TestShop;
before(async () => {
  database = await openTestDatabase({ onQuery: statements.onQuery });
  shop = await openTestShop({ database, settings: { RATE_LIMIT_FACTOR: '100', DESK: 'on' } });
});
after(async () => {
  await shop.close();
  await database.drop();
  rmSync(exports, { recursive: true });
});

/** Contained in every text that an operator types here. No audit entry may contain it. */
const marked = 'Zanzibar';

async function paidOrder(): Promise<{ email: string; number: string }> {
  const { auth, email } = await shop.customer();
  await shop.addFunds(auth, 50_000);
  const { orderNumber, token } = await shop.placeOrder(auth);
  assert.equal((await shop.pay(token, 'balance', auth)).status, 200);
  return { email, number: orderNumber };
}

/** Creates a member of staff whose role another person also has, so that they can be removed. */
async function person(): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  await sql`insert into staff (name, email, email_canonical, role, created_at) select ${marked}, address, address, 'writer', ${shop.now()}
    from unnest(${[email, `other-${email}`]}::text[]) as address`.execute(database.db);
  return email;
}

/** Commands that change data or show personal data, by their audit action, with accepted arguments. */
const changing: Record<string, () => Promise<string[]>> = {
  'account lock': async () => {
    const { email } = await shop.customer();
    return ['account', 'lock', email, email];
  },
  'account unlock': async () => ['account', 'unlock', (await shop.customer()).email],
  'account log-out': async () => ['account', 'log-out', (await shop.customer()).email],
  'account restore-email': async () => {
    const { email } = await shop.customer();
    const former = `former-${email}`;
    await sql`insert into former_email (id, customer_id, email, email_canonical, is_confirmed, replaced_at)
      select gen_random_uuid(), id, ${former}, ${former}, true, ${shop.now()} from customer where email = ${email}`.execute(
      database.db,
    );
    return ['account', 'restore-email', email, former];
  },
  'account export': async () => ['account', 'export', (await shop.customer()).email],
  'account erase': async () => {
    const { email } = await shop.customer();
    return ['account', 'erase', email, email];
  },
  cancel: async () => {
    const { number } = await paidOrder();
    return ['cancel', number, marked, number];
  },
  'cancel of an unpaid order': async () => {
    const { auth } = await shop.customer();
    const { orderNumber } = await shop.placeOrder(auth);
    return ['cancel', orderNumber, marked, orderNumber];
  },
  credit: async () => ['credit', (await paidOrder()).email, '20', marked],
  debit: async () => ['debit', (await paidOrder()).email, '5', marked],
  refund: async () => ['refund', (await paidOrder()).number, '10', 'balance', marked],
  retry: async () => {
    await sql`insert into provider_notice (provider, event_id, type, payload, received_at)
      values ('sandbox', 'event-1', 'x', '{}', ${shop.now()})`.execute(database.db);
    return ['retry', 'event-1'];
  },
  resend: async () => {
    const { rows } = await sql<{
      id: bigint;
    }>`insert into job (kind, payload, run_at, attempts, last_error, dead_at)
      values ('mail.unknown', ${JSON.stringify({ to: marked })}, ${shop.now()}, 12, 'no', ${shop.now()}) returning id`.execute(
      database.db,
    );
    return ['resend', String(rows[0]!.id)];
  },
  export: async () => ['export', join(exports, crypto.randomUUID())],
  desk: async () => ['desk'],
  networks: async () => ['networks', '203.0.113.0/24'],
  'networks clear': async () => ['networks', 'clear'],
  'staff invite': async () => ['staff', 'invite', 'reader'],
  'staff let-back-in': async () => ['staff', 'let-back-in', await person()],
  'staff lock': async () => {
    const email = await person();
    return ['staff', 'lock', email, email];
  },
  'staff unlock': async () => ['staff', 'unlock', await person()],
  ticket: async () => {
    const { auth, email } = await shop.customer();
    const body = { name: marked, email, message: `${marked} is written on the label.` };
    await shop.send('POST', '/api/support/create-ticket', { body, headers: auth });
    const [, number = ''] = /(T-\S+)/.exec(await shop.operate('tickets')) ?? [];
    return ['ticket', number, 'answered'];
  },
};
const reading: Record<string, () => Promise<string[]>> = {
  tickets: async () => [],
  emails: async () => [],
  files: async () => [],
  inbox: async () => [],
  audit: async () => {
    await sql`delete from provider_notice`.execute(database.db);
    return [];
  },
  log: async () => ['verify'],
  staff: async () => ['list'],
  networks: async () => [],
  addresses: async () => [],
};

const run = ([name = '', ...words]: string[]) =>
  shop.app.commands[name]!.run({ words, by: { kind: 'operator', id: 'ann' } });

type Entry = { actor: string; action: string; all: string };
async function entries(): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select actor, action, to_jsonb(e)::text as all from audit_entry e order by place`.execute(database.db);
  return rows;
}

async function contents(): Promise<Record<string, string>> {
  const client = await database.pool.connect();
  try {
    const digests: Record<string, string> = {};
    for (const table of await listTables(client))
      digests[table.name] = (await digestTable(client, table)).md5;
    return digests;
  } finally {
    client.release();
  }
}

test('classifies each command by whether it changes or reveals data', () => {
  const named = [...Object.keys(changing).map((name) => name.split(' ')[0]!), ...Object.keys(reading)];
  assert.deepEqual([...new Set(named)].toSorted(), Object.keys(shop.app.commands).toSorted());
  for (const name of ['account', 'staff'])
    for (const act of /\S+\|\S+/.exec(shop.app.commands[name]!.usage)![0].split('|'))
      assert.ok(`${name} ${act}` in changing, act);
});

for (const [name, words] of Object.entries(changing))
  test(`audits "${name}" with one entry, and changes nothing when the entry can’t be stored`, async () => {
    const command = await words();
    await shop.app.jobs.drain();
    const known = await contents();
    await sql`alter table audit_entry add constraint closed check (id < 0) not valid`.execute(database.db);
    try {
      await assert.rejects(run(command), /closed/);
    } finally {
      await sql`alter table audit_entry drop constraint closed`.execute(database.db);
    }
    assert.deepEqual(await contents(), known);

    const before = (await entries()).length;
    await run(command);
    const written = (await entries()).slice(before);
    const [first = '', second = ''] = command;
    const action = {
      account: second,
      staff: ['lock', 'unlock'].includes(second) ? `${second}-person` : second,
    }[first];
    assert.deepEqual(
      written.map(({ actor, action }) => `${actor} ${action}`),
      [`operator:ann ${action ?? first}`],
    );
    for (const personal of [marked, '@example.com', 'Ann Lee', 'Golden Crust'])
      assert.ok(!written[0]!.all.includes(personal), personal);
  });

for (const [name, words] of Object.entries(reading))
  test(`changes nothing in the database and audits nothing for the reading command "${name}"`, async () => {
    const command = [name, ...(await words())];
    await shop.app.jobs.drain();
    const sent = await statements.during(() => run(command));
    assert.ok(sent.length > 0);
    // excludes the sandbox's own tables, which belong to the provider, and the job runner's claims
    assert.deepEqual(
      sent.filter(({ sql: text }) =>
        /\b(?:insert into|update (?!sandbox_|job\b)\w+ set|delete from)\b|ledger_post\(/i.test(text),
      ),
      [],
    );
  });
