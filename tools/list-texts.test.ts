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
  assert.ok(
    listed(
      'server/payments/load-payment-link.ts',
      'We can’t find this payment link. Copy the full link from the email.',
    ),
  );
  assert.ok(listed('server/accounts/account-emails.mail.ts', 'Confirm your email address'));
  assert.ok(listed('server/payments/audit/operator-commands.ts', 'refund R-7K3M-Q2XA'));
});

test('lists texts in lower case, after a colon, in a statement, and in a map', () => {
  assert.ok(listed('contract/catalogue.json', '3 sets to rotate if you get 6 or more hashtags'));
  assert.ok(listed('contract/catalogue.json', 'Warnings about restricted hashtags'));
  assert.ok(listed('web/', 'Clarity: “in order to”'));
  assert.ok(listed('server/fulfilment/deliver-instant.ts', 'We couldn’t finish this automatically'));
  assert.ok(
    listed('server/fulfilment/refund-late-express.ts', 'Express surcharge refunded because we were late'),
  );
  assert.ok(listed('server/instant/hashtags/format-hashtag.ts', 'It asks for attention instead of'));
});

test('joins the parts of a sentence and marks the values that the program fills in', () => {
  assert.ok(
    texts.some(({ text }) => /\S \{…\}[.,]? \S/.test(text)),
    'a sentence with a value',
  );
});

test('omits class names, statements and paths', () => {
  const wrong = texts.filter(({ text }) => /^(?:flex|grid|mt-|select )|^\.{0,2}\/\S+$/.test(text));
  assert.deepEqual(wrong, []);
});

test('omits subjects of the audit log, keys of limits, compared names, patterns and word lists', () => {
  const wrong = texts.filter(
    ({ text }) =>
      /^(?:customer|staff|line|role) \{…\}(?: \{…\})?$|^no one at |^\{\} |\(\?:|^Unfit$|^Alice Amanda/.test(
        text,
      ) || /^pragma |^vacuum |^attachment; /.test(text),
  );
  assert.deepEqual(wrong, []);
});

test('joins a sentence that an SQL statement builds from columns', () => {
  assert.ok(
    listed(
      'server/payments/audit/audit-payments.ts',
      'The payment {…} for {…} is {…}, but no job is handling it.',
    ),
  );
});
