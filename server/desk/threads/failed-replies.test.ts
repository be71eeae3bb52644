import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeskThread } from '#contract/desk/threads.ts';
import { hour, minute } from '#contract/durations.ts';
import type { CreatedTicket } from '#contract/storefront/support.ts';
import { openTestDesk, type TestDesk } from '#test/server/open-test-desk.ts';
import { openTestMailServer } from '#test/server/open-test-mail-server.ts';
import { workAt } from '#test/server/work-at-desk.ts';

let desk: TestDesk;
let mail: Awaited<ReturnType<typeof openTestMailServer>>;
before(async () => {
  mail = await openTestMailServer();
  desk = await openTestDesk({ settings: { SMTP_URL: mail.url } });
});
after(async () => {
  await desk.close();
  await mail.close();
});

test('shows in the conversation why the email about a reply failed, also after the last retry, until it is sent again', async () => {
  const [owner, support] = [await desk.join('owner'), await desk.join('support')];
  const send = async (email: string) => {
    const body = { name: 'Zoë Lang', email, message: 'Do you write menus?' };
    const sent = await desk.shop.send<CreatedTicket>('POST', '/api/support/create-ticket', { body });
    const path = `tickets/${sent.body.ticketNumber}/messages`;
    await workAt(desk).done(support, path, { text: 'We do.', seen: 0 });
    return path;
  };
  const [refused, taken] = [await send('refused@example.com'), await send('zoe@example.com')];
  const failure = async (path: string) =>
    (await workAt(desk).get<DeskThread>(support, path)).messages[0]!.failure;
  assert.deepEqual([await failure(refused), await failure(taken)], [null, null]);
  const pass = async (ms: number) => {
    desk.shop.pass(ms);
    await desk.shop.app.jobs.drain();
  };
  await pass(minute);
  const first = await failure(refused);
  assert.match(first!.reason, /No such user/);
  assert.equal(first!.isRetried, true);
  assert.equal(await failure(taken), null);
  for (let tries = 0; (await failure(refused))?.isRetried && tries < 40; tries++) await pass(hour / 4);
  assert.equal((await failure(refused))?.isRetried, false);
  owner.cookie = await desk.logIn(owner);
  await workAt(desk).done(owner, 'money/emails/resend', { id: null });
  assert.equal(await failure(refused), null);
});
