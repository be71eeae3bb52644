import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { hour } from '#contract/durations.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { enqueue } from '#server/jobs/job.ts';
import { openTestShop } from '#test/server/open-test-shop.ts';
import { openTestMailServer } from '#test/server/open-test-mail-server.ts';

test("gives up emails that can't be composed, counts them in readiness and reports them once a day", async () => {
  const shop = await openTestShop();
  const readiness = async () => {
    // readiness is cached for a second
    shop.pass(1_000);
    return (await shop.send<{ deadJobs: number }>('GET', '/api/health/ready')).body;
  };
  assert.deepEqual(await readiness(), { status: 'ok', deadJobs: 0 });
  const receipts = ['R-none', 'R-nobody'].map((number) => ({
    kind: 'mail.order-receipt',
    payload: { number },
    runAt: shop.now(),
  }));
  await writeInOneStatement(shop.database.db, [enqueue(receipts)]);
  for (let n = 0; n < 12; n += 1) {
    await shop.app.jobs.drain();
    shop.pass(hour);
  }
  await shop.app.jobs.drain();
  assert.deepEqual(await readiness(), { status: 'ok', deadJobs: 2 });
  const told = (await shop.letters()).filter(({ subject }) => subject?.includes('keep failing'));
  assert.deepEqual(
    told.map(({ subject, to }) => [subject, to?.[0]?.address]),
    [['Background jobs keep failing: mail.order-receipt', 'operator@shop.test']],
  );
  await shop.close();
});

test('sends given-up emails again at the operator’s command after the mail server was unavailable', async () => {
  let isAway = true;
  const server = await openTestMailServer(() => !isAway);
  const shop = await openTestShop({ settings: { SMTP_URL: server.url } });
  try {
    assert.equal(await shop.operate('emails'), 'All emails have been sent.');
    const { email } = await shop.customer();
    await shop.app.jobs.drain();
    const waiting = await shop.operate('emails');
    assert.match(waiting, /confirm-address .* next try 2026-11-20T1\d:\d\d/);
    assert.match(waiting, /not now/);
    // moves the failed emails to the end of their four days of retries
    await sql`update job set attempts = 105 where last_error is not null`.execute(shop.database.db);
    shop.pass(hour);
    await shop.app.jobs.drain();
    const list = await shop.operate('emails');
    assert.match(list, /confirm-address .* given up 2026-11-2/);
    assert.match(list, /not now/);
    assert.ok(!list.includes(email), 'no address');
    await assert.rejects(shop.operate('resend', 'x'), /Usage: resend 42/);
    await assert.rejects(shop.operate('resend', '999999'), /No unsent email has this ID/);

    isAway = false;
    assert.match(await shop.operate('resend', 'all'), /will be sent again/);
    await shop.app.jobs.drain();
    assert.ok((await server.letters()).some(({ to }) => to?.[0]?.address === email));
    assert.equal(await shop.operate('emails'), 'All emails have been sent.');
  } finally {
    await shop.close();
    await server.close();
  }
});

test('stays ready while emails wait for a hanging mail server, but not when no process runs due jobs', async () => {
  const shop = await openTestShop();
  const { db } = shop.database;
  const readiness = async () => {
    // readiness is cached for a second
    shop.pass(1_000);
    return (await shop.send('GET', '/api/health/ready')).status;
  };
  await shop.app.jobs.stop();
  await sql`delete from job`.execute(db);
  const add = (kind: string) =>
    writeInOneStatement(db, [enqueue([{ kind, payload: {}, runAt: shop.now() }])]);
  await add('mail.order-receipt');
  await add('mail.order-placed');
  shop.pass(hour);
  assert.equal(await readiness(), 503, 'nobody sends letters');
  await sql`update job set leased_until = ${new Date(shop.now().getTime() + 60_000)} where kind = 'mail.order-placed'`.execute(
    db,
  );
  assert.equal(await readiness(), 200, 'one is being sent');
  await add('payment.poll');
  shop.pass(50_000);
  assert.equal(await readiness(), 200);
  await sql`update job set run_at = run_at - interval '11 minutes' where kind = 'payment.poll'`.execute(db);
  assert.equal(await readiness(), 503, 'payments wait');
  await shop.close();
});
