import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { sql } from 'kysely';
import { day } from '#contract/durations.ts';
import { root } from '#tools/root.ts';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { moneySabotages, sellForSabotage } from '#test/server/money-sabotages.ts';
import { openTestShop } from '#test/server/open-test-shop.ts';
import { nextNight } from './audit-money.ts';

for (const [now, night] of [
  ['2026-11-20T02:59:59.999Z', '2026-11-20T03:00:00.000Z'],
  ['2026-11-20T03:00:00.000Z', '2026-11-21T03:00:00.000Z'],
  ['2026-11-30T23:59:59.999Z', '2026-12-01T03:00:00.000Z'],
] as const)
  test(`computes ${night} as the night after ${now}`, () => {
    assert.equal(nextNight(new Date(now)).toISOString(), night);
  });

test('reports each seeded fault, and nothing after its repair', async (t) => {
  const own = await openTestShop();
  t.after(() => own.close());
  await sellForSabotage(own);
  assert.deepEqual(await own.audit(), []);
  for (const { what, harm, heal, words } of moneySabotages)
    await t.test(`reports ${what}`, async () => {
      await harm.execute(own.database.db);
      const found = await own.audit();
      assert.ok(
        found.some((finding) => words.test(finding)),
        found.join('\n') || 'nothing was found',
      );
      await heal.execute(own.database.db);
      assert.deepEqual(await own.audit(), []);
    });
  await t.test(
    'emails the operator once, the next morning, when the books differ, and never when they balance',
    async (u) => {
      const errors = u.mock.method(own.app.http.log, 'error');
      const night = async () => {
        own.pass(day);
        await own.app.jobs.drain();
        const { rows } = await sql<{ night: string; findings: number; done_at: Date }>`
        select night::text, findings, done_at from money_audit order by night desc limit 1`.execute(
          own.database.db,
        );
        const { night: of, findings, done_at } = rows[0]!;
        assert.equal(done_at.getTime(), own.now().getTime());
        return {
          of,
          findings,
          errors: errors.mock.calls.splice(0).map((call) => call.arguments.slice(0, 2)),
        };
      };
      const letters = async () =>
        (await own.letters()).filter(({ subject }) => subject === 'The books don’t balance');
      assert.deepEqual(await night(), { of: '2026-11-21', findings: 0, errors: [] });
      assert.deepEqual(await letters(), []);
      await moneySabotages[0]!.harm.execute(own.database.db);
      await moneySabotages.at(-1)!.harm.execute(own.database.db);
      const findings = await own.audit();
      assert.equal(findings.length, 3, findings.join('\n'));
      await own.delayJobs('mail.', day / 24);
      assert.deepEqual(await night(), {
        of: '2026-11-22',
        findings: 3,
        errors: [[{ findings }, 'the books don’t balance']],
      });
      const { rows: jobs } = await sql<{ kind: string; dedupe_key: string }>`
      select kind, dedupe_key from job where kind like 'mail.%' and payload ->> 'day' is not null`.execute(
        own.database.db,
      );
      assert.deepEqual(jobs, [{ kind: 'mail.money-audit', dedupe_key: 'mail.money-audit:2026-11-22:books' }]);
      own.pass(day / 24);
      await own.app.jobs.drain();
      const [letter, ...more] = await letters();
      assert.deepEqual(more, []);
      assert.match(letter?.messageId ?? '', /money-audit-2026-11-22-books/);
      const { text = '' } = letter!;
      const lines = text.split('\n');
      for (const finding of findings)
        assert.ok(
          lines.some((line) => line.endsWith(finding)),
          text,
        );
      assert.doesNotMatch(text, /more\)/);
    },
  );
});

test('prints that the books balance, or prints the differences and exits with code 1', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redline-audit-'));
  const open = () => openDatabase({ databaseUrl: undefined, dataDir: folder });
  const run = () =>
    new Promise<{ code: number; stdout: string }>((resolve) => {
      const child = execFile(
        process.execPath,
        [join(root, 'server/operator/operate.ts'), 'audit'],
        { env: { PATH: '/usr/bin', DATA_DIR: folder }, cwd: folder },
        (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout: stdout + stderr }),
      );
    });
  let database = await open();
  await migrate(database.db);
  await database.close();
  assert.deepEqual(await run(), {
    code: 0,
    stdout: 'The books balance. 0 payments were compared with the provider’s records.\n',
  });
  database = await open();
  await sql`insert into provider_notice (provider, event_id, type, payload, received_at)
    values ('sandbox', 'evt_1', 'x', '{}', now())`.execute(database.db);
  await database.close();
  const { code, stdout } = await run();
  assert.equal(code, 1);
  assert.match(stdout, /don’t balance in 1 place[^]*The webhook event evt_1 of sandbox wasn’t applied/);
  rmSync(folder, { recursive: true });
});
