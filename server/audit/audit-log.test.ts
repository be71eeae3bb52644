import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test, { after, before } from 'node:test';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';
import { sql } from 'kysely';
import { auditEntry } from './audit-entry.ts';
import { findBreaks, findNewestSeal } from './find-breaks.ts';

const ann = { kind: 'operator', id: 'ann' } as const;
const at = new Date('2026-11-20T15:00:00.123Z');

let shop: TestShop;
let team: ReturnType<typeof openTestTeam>;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100', DESK: 'on' } });
  team = openTestTeam(shop);
});
after(() => shop.close());

type Kept = { actor: string; action: string; subject: string; detail: Record<string, unknown> };
async function entriesSince(place: bigint): Promise<Kept[]> {
  const { rows } = await sql<Kept>`
    select actor, action, subject, detail from audit_entry where place > ${place} order by place`.execute(
    shop.database.db,
  );
  return rows;
}
const newestPlace = async () => (await findNewestSeal(shop.database.db))?.place ?? 0n;
const write = (subject: string) =>
  writeInOneStatement(shop.database.db, auditEntry(ann, at, { action: 'start', subject }));

test('stores the old and new state and the amount of an act, and adds no entry for a rejected command', async () => {
  const { auth } = await shop.customer();
  const begin = await newestPlace();
  await shop.addFunds(auth, 50_000);
  const { orderNumber: number, token } = await shop.placeOrder(auth);
  assert.equal((await shop.pay(token, 'balance', auth)).status, 200);
  await team.start(number);
  await assert.rejects(team.start(number), ProblemReply);
  await shop.operate('refund', number, '10', 'balance', 'Late');
  assert.match(await shop.operate('refund', number, '10', 'balance', 'Late'), /already posted/);
  await assert.rejects(shop.operate('resend', 'all'), ProblemReply);
  await assert.rejects(shop.operate('retry', 'all'), ProblemReply);
  const [start, refund, ...more] = (await entriesSince(begin)).filter(
    ({ action, subject }) => subject.includes(number) || action === 'resend' || action === 'retry',
  );
  assert.deepEqual(
    [start!.subject, start!.detail['from'], start!.detail['to']],
    [`line ${number} 1`, 'queued', 'inProgress'],
  );
  assert.deepEqual([refund!.subject, refund!.detail['amount']], [`order ${number}`, '1000']);
  assert.deepEqual(more, []);
  const listed = (await shop.operate('log', 'order', number.toLowerCase())).split('\n');
  assert.equal(listed.length, 2);
  assert.match(listed[1]!, /staff:\d+ +start +line/);
});

test("adds no entry for a customer's own action", async () => {
  const { auth } = await shop.customer();
  const begin = await newestPlace();
  const { orderNumber } = await shop.placeOrder(auth);
  assert.equal((await shop.send('POST', `/api/orders/${orderNumber}/cancel`, { headers: auth })).status, 204);
  assert.deepEqual(await entriesSince(begin), []);
});

test('adds an entry only together with the change it describes', async () => {
  const begin = await newestPlace();
  await assert.rejects(
    inTransaction(shop.database.db, async (tx) => {
      await writeInOneStatement(tx, auditEntry(ann, at, { action: 'start', subject: 'line R-1 1' }));
      throw new Error('the work failed');
    }),
    /the work failed/,
  );
  assert.equal(await newestPlace(), begin);
});

test('numbers and chains simultaneous entries without a gap, also after rollbacks', async () => {
  const begin = await newestPlace();
  await Promise.allSettled(
    Array.from({ length: 60 }, (_, n) =>
      inTransaction(shop.database.db, async (tx) => {
        await writeInOneStatement(tx, auditEntry(ann, at, { action: 'start', subject: `line R-${n} 1` }));
        if (n % 5 === 0) throw new Error('rolled back');
      }),
    ),
  );
  assert.equal(await newestPlace(), begin + 48n);
  assert.deepEqual(await findBreaks(shop.database.db), []);
});

test('rejects an inserted entry that brings its own place and seal', async () => {
  const begin = await newestPlace();
  await assert.rejects(
    sql`insert into audit_entry (place, hash, at, actor, action, subject)
      values (${begin + 1n}, sha256(''), ${at}, 'operator:tom', 'start', 'line R-1 1')`.execute(
      shop.database.db,
    ),
    /audit entries are immutable/,
  );
  assert.equal(await newestPlace(), begin);
});

test('refuses to change, remove or truncate entries', async () => {
  await write('line R-2 1');
  for (const statement of [
    sql`update audit_entry set actor = 'operator:tom'`,
    sql`update audit_entry set place = place + 1000`,
    sql`delete from audit_entry`,
    sql`truncate audit_entry`,
  ])
    await assert.rejects(statement.execute(shop.database.db), /audit entries are immutable/);
});

const forge = sql`update audit_entry set detail = '{"amount": "1"}' where place = 3`;
const sealAnew = sql`update audit_entry e set hash = audit_hash((select hash from audit_entry where place = 2), e, 3) where place = 3`;
const swapOut = sql`update audit_entry set place = 0 where place = 3`;
const swapIn = sql`update audit_entry set place = 3 where place = 4`;
const swapBack = sql`update audit_entry set place = 4 where place = 0`;
for (const [what, ...harms] of [
  ['changed', forge],
  ['changed and sealed again', forge, sealAnew],
  ['removed', sql`delete from audit_entry where place = 3`],
  ['swapped with the next', swapOut, swapIn, swapBack],
] as const)
  test(`reports the place of an entry that was ${what}`, async () => {
    for (let n = 0; n < 6; n += 1) await write(`line R-${n} 1`);
    const { db } = shop.database;
    await sql`alter table audit_entry disable trigger user`.execute(db);
    const undo = new Error('undo');
    await assert.rejects(
      db.transaction().execute(async (tx) => {
        for (const harm of harms) await harm.execute(tx);
        for (const pageSize of [2, 3, 1000])
          assert.match(
            (await findBreaks(tx, undefined, pageSize)).join('\n'),
            /^Entry [34] of the audit log, or the one before it/,
          );
        throw undo;
      }),
      undo,
    );
    await sql`alter table audit_entry enable trigger user`.execute(db);
  });

test('reports an entry that was added without a seal', async () => {
  const { db } = shop.database;
  const undo = new Error('undo');
  await assert.rejects(
    db.transaction().execute(async (tx) => {
      await writeInOneStatement(tx, auditEntry(ann, at, { action: 'start', subject: 'line R-1 1' }));
      assert.match((await findBreaks(tx)).join('\n'), /^Row \d+ of the audit log has no seal/);
      throw undo;
    }),
    undo,
  );
});

test('emails the newest seal once a day when there is a new entry, and emails an alert when the last entry was deleted', async () => {
  await write('line R-8 1');
  await write('line R-9 1');
  const { db } = shop.database;
  const seal = (await findNewestSeal(db))!;
  const sealEmails = async () =>
    (await shop.emailsTo('operator@shop.test')).filter(({ subject }) =>
      /Audit log: seal/.test(subject ?? ''),
    );
  const before = (await sealEmails()).length;
  shop.pass(24 * 60 * 60 * 1000);
  await shop.app.jobs.drain();
  const [email, ...more] = (await sealEmails()).slice(before);
  assert.equal(more.length, 0);
  assert.match(email!.text ?? '', new RegExp(`log verify ${seal.place} ${seal.hash}`));
  shop.pass(24 * 60 * 60 * 1000);
  await shop.app.jobs.drain();
  assert.equal((await sealEmails()).length, before + 1, 'nothing is new');

  assert.match(await shop.operate('log', 'verify', String(seal.place), seal.hash), /is intact/);
  await sql`alter table audit_entry disable trigger user`.execute(db);
  await sql`delete from audit_entry where place = ${seal.place}`.execute(db);
  await sql`alter table audit_entry enable trigger user`.execute(db);
  await assert.rejects(
    shop.operate('log', 'verify'),
    new RegExp(`Entry ${seal.place} of the audit log no longer matches its saved seal`),
  );
  shop.pass(24 * 60 * 60 * 1000);
  await shop.app.jobs.drain();
  const alarm = (await shop.emailsTo('operator@shop.test')).find(({ subject }) =>
    /log was changed/.test(subject ?? ''),
  );
  assert.match(alarm?.text ?? '', new RegExp(`Entry ${seal.place} `));
});

test('exports entries from which another program can compute every seal', async () => {
  const own = await openTestShop();
  try {
    for (const subject of ['line R-1 1', 'customer 12', 'order "R,2"'])
      await writeInOneStatement(
        own.database.db,
        auditEntry(ann, at, { action: 'start', subject, detail: { amount: '1290', from: 'a, "b"' } }),
      );
    const [names, ...rows] = (await own.operate('log', 'export')).split('\r\n');
    assert.equal(names, 'place,at,actor,action,subject,detail,hash');
    assert.equal(rows.length, 3);
    let hash = Buffer.alloc(0);
    for (const row of rows) {
      const cells = [...row.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell]) => cell!.replaceAll('""', '"'));
      const seal = cells.pop()!;
      hash = createHash('sha256').update(hash).update(cells.join('\u001f')).digest();
      assert.equal(hash.toString('hex'), seal);
    }
    assert.match(
      await own.operate('log', 'customer', '12'),
      /operator:ann {5}start {4}customer 12 {2}\{.*"amount"/,
    );
  } finally {
    await own.close();
  }
});
