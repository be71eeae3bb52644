import assert from 'node:assert/strict';
import test from 'node:test';
import { listTexts } from './list-texts.ts';

const texts = listTexts();
const listed = (place: string, text: string) =>
  texts.some((one) => one.place.startsWith(place) && one.text.includes(text));

test('lists texts of every kind: catalogue, page, meta tag, refusal, email and command line', () => {
  assert.ok(listed('contract/catalogue.json', 'Slogans'));
  assert.ok(listed('web/legal/terms-of-service-page.tsx', 'You need an account to order.'));
  assert.ok(listed('web/legal/terms-of-service-page.tsx', 'refunds and rights.'));
  assert.ok(listed('server/payments/find-payable.ts', 'This payment link does not exist.'));
  assert.ok(listed('server/accounts/account-letters.mail.ts', 'Confirm your email address'));
  assert.ok(listed('server/payments/operator-commands.ts', 'refund R-7K3M-Q2XA'));
});

test('joins the parts of a sentence and shows what the program fills in', () => {
  assert.ok(
    texts.some(({ text }) => /\S \{…\}[.,]? \S/.test(text)),
    'a sentence with a value',
  );
});

test('leaves out class names, statements and paths', () => {
  const wrong = texts.filter(({ text }) => /^(?:flex|grid|mt-|select )|^\.{0,2}\/\S+$/.test(text));
  assert.deepEqual(wrong, []);
});
