import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { shop } from '#contract/shop.ts';
import { openTestMailServer } from '#test/server/open-test-mail-server.ts';
import type { Email } from 'postal-mime';
import { fillDemo } from '#demo/fill-demo.ts';

const customer = 'maren@demo.example';
let letters: Email[];
let dataDir: string;
let server: Awaited<ReturnType<typeof openTestMailServer>>;
before(async () => {
  server = await openTestMailServer();
  dataDir = await mkdtemp(join(tmpdir(), 'redline-letters-'));
  await fillDemo({
    dataDir,
    settings: { SMTP_URL: server.url, PUBLIC_URL: 'http://shop.test', OPERATOR_EMAIL: 'operator@shop.test' },
  });
  letters = await server.letters();
});
after(async () => {
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** The kinds of the emails to a recipient, by the beginning of each Message-ID. */
const told = (to: string) =>
  new Set(
    letters
      .filter((letter) => letter.to?.[0]?.address === to)
      .map(({ messageId = '' }) => /^<([a-z-]+?)-(?:[A-Z]-|[0-9a-f]{8}-)/.exec(messageId)?.[1] ?? messageId),
  );

test('sends the emails about an account, orders, payments and messages through the mail server', () => {
  const mine = told(customer);
  for (const letter of [
    'confirm-address',
    'already-registered',
    'reset-code',
    'new-sign-in',
    'session-stolen',
    'password-changed',
    'order-placed',
    'order-reminder',
    'order-receipt',
    'deposit-credited',
    'payment-processing',
    'refund-balance',
    'refund-card',
    'review',
    'work',
    'changes',
    'ticket-received',
    'order-answer',
  ])
    assert.ok(mine.has(letter), `${letter} in ${[...mine].join(', ')}`);
  const operators = told('operator@shop.test');
  for (const letter of ['order-brief', 'ticket-copy', 'order-message', 'work', 'audit-anchor'])
    assert.ok(operators.has(letter), `${letter} in ${[...operators].join(', ')}`);
});

test('writes the same content in an email’s text and HTML, which loads and runs nothing', () => {
  assert.ok(letters.length > 40);
  for (const { subject = '', text = '', html = '', from, messageId } of letters) {
    assert.ok(subject.length > 5 && subject.length < 120, subject);
    assert.equal(from?.address, shop.supportEmail);
    assert.match(messageId ?? '', /@/);
    assert.ok(!/(?:src|background)=|url\(|<script/i.test(html), subject);
    const words = html.replaceAll(/<style>.*?<\/style>|<[^>]+>/gs, ' ');
    const [title = ''] = text.split('\n');
    assert.ok(words.includes(title), `${subject}: ${title}`);
    for (const [link] of text.matchAll(/https?:\/\/\S+/g))
      if (!link.includes('goldencrust')) assert.ok(link.startsWith('http://shop.test'), link);
  }
});

test('gives each kind of email a different subject', () => {
  const subjects = letters
    .filter((letter) => letter.to?.[0]?.address === customer)
    .map(({ subject }) => subject);
  const repeated = subjects.filter((subject, index) => subjects.indexOf(subject) !== index);
  // emails about the same order: in progress, and delivered again
  assert.ok(repeated.length < subjects.length / 4, [...new Set(repeated)].join(', '));
});

test('names the time zone beside each time of day in an email', () => {
  const times = letters.flatMap(({ text = '' }) => [...text.matchAll(/\d:\d\d\s[AP]M(.{0,4})/g)]);
  assert.ok(times.length > 10, `${times.length} times`);
  for (const [words, zone] of times) assert.match(zone ?? '', /^ E[SD]T/, words);
});

test('names the start of work in the email with the payment link', () => {
  const placed = letters.filter(({ messageId }) => messageId?.startsWith('<order-placed-'));
  assert.ok(placed.length > 2);
  for (const { text = '', subject } of placed)
    assert.match(text, /right after you pay|by the next business day/, subject);
  assert.ok(
    placed.some(({ text = '' }) => text.includes('We’ll start by the next business day after you pay.')),
  );
});
