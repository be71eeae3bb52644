import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { minute } from '#contract/durations.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { composeEmail } from './compose-email.ts';
import type { Mail } from './open-mail.ts';
import { recordSentEmails } from './record-sent-emails.ts';

let shop: TestShop;
let number: string;
before(async () => {
  shop = await openTestShop();
  const { auth } = await shop.customer();
  number = (await shop.placeOrder(auth)).orderNumber;
});
after(() => shop.close());

const letter = (about?: string) =>
  composeEmail({
    id: `letter-${about ?? 'none'}`,
    to: 'ann@example.com',
    subject: 'Work has started',
    title: 'Work has started',
    blocks: [],
    ...(about === undefined ? {} : { about }),
  });
const recorded = async () =>
  (
    await sql<{ id: string; number: string; subject: string; sent_at: Date }>`
      select id, number, subject, sent_at from sent_email where id like 'letter-%'`.execute(shop.database.db)
  ).rows;

/** A mail server that accepts emails while `isOpen`, and otherwise refuses them. */
function mailServer(isOpen: () => boolean) {
  const sent: string[] = [];
  const mail: Mail = {
    async send({ id }) {
      if (!isOpen()) throw new Error('The mail server is away.');
      sent.push(id);
    },
    forget: () => Promise.resolve(0),
    destination: 'test',
    close: () => {},
  };
  return { sent, mail: recordSentEmails(mail, { db: shop.database.db, clock: shop.now }) };
}

test('records an email about an order when it is sent, and only once when it is sent again', async () => {
  let isOpen = false;
  const { mail, sent } = mailServer(() => isOpen);
  await assert.rejects(mail.send(letter(number)), /The mail server is away/);
  assert.deepEqual(await recorded(), []);
  isOpen = true;
  const sentAt = shop.now();
  await mail.send(letter(number));
  shop.pass(minute);
  await mail.send(letter(number));
  assert.deepEqual(sent, [`letter-${number}`, `letter-${number}`]);
  assert.deepEqual(await recorded(), [
    { id: `letter-${number}`, number, subject: 'Work has started', sent_at: sentAt },
  ]);
});

test("records no email that isn't about an order", async () => {
  const { mail, sent } = mailServer(() => true);
  const before = await recorded();
  await mail.send(letter());
  assert.deepEqual(sent, ['letter-none']);
  assert.deepEqual(await recorded(), before);
});
