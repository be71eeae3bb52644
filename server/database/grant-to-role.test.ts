import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openTestShop } from '#test/server/open-test-shop.ts';
import { StartError } from '#server/process/start-error.ts';
import { appendOnlyTables, grantToRole, tablesWithDeletes } from './grant-to-role.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { openTestDatabase, testDatabaseUrl } from '#test/server/open-test-database.ts';

const folder = join(import.meta.dirname, '..');
const program = globSync('**/*.ts', { cwd: folder })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n');

test('lists exactly the tables from which the program deletes, and no table that it updates as append-only', () => {
  const removed = [...program.matchAll(/(?:delete from |deleteFrom\(')(\w+)/g)].map(([, table]) => table!);
  assert.deepEqual([...new Set(removed)].toSorted(), tablesWithDeletes.toSorted());
  const changed = [...program.matchAll(/(?:\bupdate |updateTable\(')(\w+)/g)].map(([, table]) => table!);
  assert.ok(changed.length > 30);
  assert.deepEqual(
    appendOnlyTables.filter((table) => changed.includes(table)),
    [],
  );
});

test(
  'gives the shop’s own database role only the rights it needs',
  { skip: !testDatabaseUrl && 'needs TEST_DATABASE_URL' },
  async (t) => {
    await using owned = await openTestDatabase();
    const role = `shop_${randomUUID().replaceAll('-', '')}`;
    await owned.pool.query(`create role ${role}`);
    const url = new URL(owned.address.databaseUrl!);
    url.searchParams.set('options', `-c role=${role} -c timezone=UTC`);
    const database = await openDatabase({ databaseUrl: url.href, dataDir: '', poolSize: 5 });
    await using _ = {
      async [Symbol.asyncDispose]() {
        await database.close();
        await owned.pool.query(`drop owned by ${role}; drop role ${role}`);
      },
    };

    await t.test(
      'rejects a migration by a role that doesn’t own the tables, and names the role that does',
      async () => {
        await owned.pool.query(
          'drop schema public cascade; create schema public; grant usage on schema public to public',
        );
        await assert.rejects(
          migrate(database.db),
          (error) => error instanceof StartError && /npm run db:migrate/.test(error.message),
        );
      },
    );

    await t.test('grants rights by the owner’s command, also when it is repeated', async () => {
      const file = join(import.meta.dirname, 'migrate-command.ts');
      const env = { DATABASE_URL: owned.address.databaseUrl };
      await promisify(execFile)(process.execPath, [file, role], { env });
      await grantToRole(owned.db, role);
      await migrate(database.db);
    });

    await t.test("sells, refunds and deletes expired rows with the shop's role", async () => {
      const shop = await openTestShop({ database });
      const { email, auth } = await shop.customer();
      const card = await shop.placeOrder(auth);
      await shop.act(await shop.startPayment(card.token), 'pay');
      assert.equal((await shop.sync(card.token)).status, 'paid');
      await shop.operate('refund', card.orderNumber, '10', 'card', 'Late');
      await shop.addFunds(auth, 50_000);
      const saved = await shop.placeOrder(auth);
      assert.equal((await shop.pay(saved.token, 'balance', auth)).status, 200);
      await shop.operate('refund', saved.orderNumber, '10', 'balance', 'Late');
      assert.ok((await shop.emailsTo(email)).length > 3);
      shop.pass(400 * 24 * 60 * 60_000);
      await shop.app.jobs.drain();
      const { rows } = await database.pool.query(
        'select count(*)::int as failing from job where last_error is not null',
      );
      assert.deepEqual(rows, [{ failing: 0 }]);
      assert.deepEqual(await shop.audit(), []);
      await shop.close();
    });

    await t.test("prevents the shop's role from changing the books and the tables' definitions", async () => {
      const appendOnly = {
        ledger_account: 'code',
        ledger_tx: 'memo',
        ledger_transfer: 'amount',
        balance_entry: 'amount',
        said_today: 'topic',
        audit_entry: 'subject',
        audit_anchor: 'told_at',
        day_close: 'closing',
        day_signature: 'note',
      };
      assert.deepEqual(Object.keys(appendOnly), appendOnlyTables);
      const refused = [
        ...Object.entries(appendOnly).flatMap(([table, column]) => [
          `delete from ${table}`,
          `truncate ${table} cascade`,
          `update ${table} set ${column} = ${column}`,
          `alter table ${table} disable trigger user`,
          `drop table ${table} cascade`,
        ]),
        'drop trigger ledger_transfer_immutable on ledger_transfer',
        'create or replace function ledger_is_append_only() returns trigger language plpgsql as $$ begin return old; end $$',
        'alter table ledger_balance drop constraint ledger_balance_not_below_zero',
        'delete from customer_order',
        'delete from payment_link',
        'truncate payment_attempt cascade',
        'delete from kysely_migration',
        'create table public.mine (id int)',
        'set session_replication_role = replica',
        `copy customer to program 'cat'`,
      ];
      for (const statement of refused)
        await assert.rejects(database.pool.query(statement), { code: '42501' }, statement);
    });
  },
);
