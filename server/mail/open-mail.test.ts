import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { mock } from 'node:test';
import PostalMime from 'postal-mime';
import { Deferral } from '#server/jobs/job.ts';
import { composeEmail } from './compose-email.ts';
import { openMail } from './open-mail.ts';
import { openTestMailServer } from '#test/server/open-test-mail-server.ts';

const letter = composeEmail({
  id: 'order-receipt-R-1',
  to: 'ann@example.com',
  subject: 'Receipt – für Ann 😀',
  replyTo: 'bob@example.com',
  title: 'Thank you',
  blocks: [
    { paragraph: 'Line one\nline <two> & "three"' },
    { rows: [['Total', '$129.00']] },
    { heading: 'Brief' },
    { label: 'What do you do?', quote: '<script>alert(1)</script>\nשלום' },
    { button: 'See it', url: 'http://shop.test/pay?link=a&b=c' },
  ],
});

const options = { from: 'Redline <shop@shop.test>', publicUrl: 'http://shop.test' };

test('delivers an email with all its headers and parts to a mail server', async () => {
  const server = await openTestMailServer();
  const mail = openMail({ ...options, smtpUrl: server.url, folder: '/nonexistent' });
  await mail.send(letter);
  const read = await PostalMime.parse(server.received[0]!);
  assert.equal(read.subject, 'Receipt – für Ann 😀');
  assert.equal(read.from?.address, 'shop@shop.test');
  assert.equal(read.to?.[0]?.address, 'ann@example.com');
  assert.equal(read.replyTo?.[0]?.address, 'bob@example.com');
  assert.equal(read.messageId, '<order-receipt-R-1@shop.test>');
  assert.match(read.text ?? '', /line <two> & "three"/);
  assert.match(read.text ?? '', /http:\/\/shop\.test\/pay\?link=a&b=c/);
  assert.match(read.html ?? '', /line &lt;two&gt; &amp; &quot;three&quot;/);
  assert.ok(!read.html?.includes('<script>'));
  assert.ok(!/(?:src|background)=/.test(read.html ?? ''), 'nothing is loaded');
  mail.close();
  await server.close();
});

test('throws a Deferral when the server is unavailable or rejects temporarily, and else another error', async () => {
  const server = await openTestMailServer((n) => n > 1);
  const mail = openMail({ ...options, smtpUrl: server.url, folder: '/nonexistent' });
  await assert.rejects(mail.send(letter), Deferral);
  await mail.send(letter);
  const toNobody = { ...letter, to: 'refused@example.com' };
  await assert.rejects(mail.send(toNobody), (error) => !(error instanceof Deferral));
  const suspended = openMail({
    ...options,
    from: 'suspended@shop.test',
    smtpUrl: server.url,
    folder: '/nonexistent',
  });
  await assert.rejects(suspended.send(letter), Deferral, 'the operator can mend that');
  suspended.close();
  await server.close();
  await assert.rejects(mail.send(letter), Deferral);
  mail.close();
});

test('requires TLS for a password, and for any email to another machine', async (t) => {
  const server = await openTestMailServer();
  t.after(() => server.close());
  for (const smtpUrl of [
    server.url.replace('://', '://shop:secret@'),
    // a host that resolves to this machine but isn't a loopback address
    server.url.replace('127.0.0.1', '0.0.0.0'),
  ]) {
    const mail = openMail({ ...options, smtpUrl, folder: '/nonexistent' });
    await assert.rejects(mail.send(letter), (error) => {
      assert.ok(error instanceof Deferral);
      assert.equal((error.cause as { command?: string }).command, 'STARTTLS');
      return true;
    });
    mail.close();
  }
  assert.deepEqual(server.received, []);
});

test('writes each email to a file when no mail server is set, and a repeated email to the same file', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'redline-mail-')), 'mail');
  const mail = openMail({ ...options, folder });
  await mail.send(letter);
  await mail.send(letter);
  assert.deepEqual(readdirSync(folder), ['order-receipt-R-1.eml']);
  const bytes = readFileSync(join(folder, 'order-receipt-R-1.eml'));
  assert.ok(
    bytes.includes('\r\n') && !/[^\r]\n/.test(bytes.toString('latin1')),
    'lines end as mail lines do',
  );
  assert.equal((await PostalMime.parse(bytes)).subject, letter.subject);
  rmSync(join(folder, '..'), { recursive: true });
});

test('deletes only the emails to an address and those with it as Reply-To, however it is spelled', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'redline-mail-')), 'mail');
  const mail = openMail({ ...options, folder });
  assert.equal(await mail.forget('ann@example.com'), 0, 'no letter was ever written');
  const longest = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`;
  for (const [to, replyTo] of [
    ['Ünï@Bücher.example', undefined],
    ['shop@shop.test', 'ünï@bücher.example'],
    [longest, undefined],
    ['ann@example.com', undefined],
    ['joann@example.com', undefined],
  ] as const)
    await mail.send({
      ...composeEmail({
        id: `${to}-${replyTo}`.slice(0, 40),
        to,
        subject: 'Hello',
        title: 'To: bob@example.com',
        blocks: [],
      }),
      ...(replyTo ? { replyTo } : {}),
    });
  assert.equal(await mail.forget('bob@example.com'), 0);
  assert.equal(await mail.forget('ÜNÏ@xn--bcher-kva.example'), 2);
  assert.equal(await mail.forget(longest), 1);
  assert.equal(await mail.forget('ann@example.com'), 1);
  assert.equal(readdirSync(folder).length, 1);
  rmSync(join(folder, '..'), { recursive: true });
});

test('writes an address or subject with line breaks without adding headers', async () => {
  const server = await openTestMailServer();
  const mail = openMail({ ...options, smtpUrl: server.url, folder: '/nonexistent' });
  await mail.send({
    ...letter,
    subject: 'Hello\r\nBcc: evil@example.com',
    replyTo: 'a@example.com\r\nX-Evil: 1',
  });
  const read = await PostalMime.parse(server.received[0]!);
  assert.equal(read.bcc, undefined);
  assert.ok(!read.headers.some(({ key }) => key === 'x-evil'));
  mail.close();
  await server.close();
});

test("syncs an email's file to the disk before renaming it, and renames it before it counts as sent", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redline-mail-'));
  const probe = await open(join(folder, 'probe'), 'w');
  const prototype = Object.getPrototypeOf(probe) as { sync(): Promise<void> };
  await probe.close();
  const seen: string[][] = [];
  const sync = mock.method(prototype, 'sync', async () => void seen.push(readdirSync(folder)));
  await openMail({ ...options, folder }).send(letter);
  sync.mock.restore();
  assert.deepEqual(seen, [
    ['order-receipt-R-1.eml.part', 'probe'],
    ['order-receipt-R-1.eml', 'probe'],
  ]);
  rmSync(folder, { recursive: true });
});
