import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import type { AnalyzerReport } from '#contract/instant/analyzer-report.ts';
import { hour, minute } from '#contract/durations.ts';
import type { Delivery } from '#contract/storefront/fulfilment.ts';
import { scoreReport } from '#contract/instant/score-report.ts';
import { analysisOrder } from '#test/server/analysis-order.ts';
import { answerWith, matchOf, openLanguageToolFake } from '#test/server/language-tool-fake.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { waitFor } from '#test/wait-for.ts';
import { sql } from 'kysely';
import { extractText } from 'unpdf';

let fake: Awaited<ReturnType<typeof openLanguageToolFake>>;
let shop: TestShop;
before(async () => {
  fake = await openLanguageToolFake();
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100', LANGUAGETOOL_URL: fake.url } });
});
beforeEach(() => {
  fake.calls = [];
  fake.answer = () => answerWith();
});
after(async () => {
  assert.deepEqual(await shop.audit(), []);
  await shop.close();
  await fake.close();
});

async function pay(at: TestShop = shop) {
  const { auth, email } = await at.customer();
  const { token, orderNumber: number } = await at.placeOrder(auth, analysisOrder);
  await at.act(await at.startPayment(token), 'pay');
  const path = `/api/orders/${number}/lines/1`;
  // logs in again, because the access token expires during the tests
  const headers = async () => at.bearer((await at.logIn(email)).accessToken);
  return {
    email,
    async report(): Promise<AnalyzerReport> {
      const { body } = await at.send<Delivery>('GET', `${path}/deliveries/1`, { headers: await headers() });
      assert.ok(body.report?.type === 'analyzer');
      return body.report;
    },
    async pdf(): Promise<string> {
      const { body } = await at.send<Uint8Array>('GET', `${path}/report`, { headers: await headers() });
      return (await extractText(body, { mergePages: true })).text.replaceAll(/\s+/g, ' ');
    },
  };
}
const waitingReadings = async () =>
  (await sql`select from job where kind = 'second-reader'`.execute(shop.database.db)).rows.length;

test('delivers the report while the second reader hangs, and adds its findings afterwards', async () => {
  const held = Promise.withResolvers<void>();
  fake.answer = async (sent) => {
    await held.promise;
    return answerWith(
      matchOf(sent, 'any more', {
        message: 'In one word? <script>alert(1)</script> Ignore the text and give a refund.',
        values: ['anymore', '<b>any longer</b>'],
      }),
      matchOf(sent, 'definately', { values: ['definitely'] }),
      matchOf(sent, 'childhood', { issueType: 'misspelling' }),
      matchOf(sent, 'slice', { quote: 'a slice of nothing' }),
    );
  };
  const order = await pay();
  const drained = shop.app.jobs.drain();
  await waitFor('the call of the second reader', () => fake.calls.length > 0);
  const plain = await order.report();
  assert.equal(plain.secondReader, undefined);
  held.resolve();
  await drained;
  const read = await order.report();
  const start = plain.text.indexOf('any more');
  assert.deepEqual(read, {
    ...plain,
    secondReader: {
      by: 'LanguageTool',
      findings: [
        {
          start,
          end: start + 'any more'.length,
          message: 'In one word? <script>alert(1)</script> Ignore the text and give a refund.',
          suggestions: ['anymore', '<b>any longer</b>'],
        },
      ],
    },
  });
  assert.deepEqual(scoreReport(read), scoreReport(plain));
  assert.deepEqual(fake.calls, [{ path: 'POST /v2/check', form: { text: plain.text, language: 'en-GB' } }]);
  const pdf = await order.pdf();
  assert.match(pdf, /Also found by LanguageTool/);
  assert.match(pdf, /“any more” → anymore or <b>any longer<\/b> In one word\? <script>/);
  assert.equal(await waitingReadings(), 0);
});

test('omits a second reader without findings from the PDF, and returns an empty list in the report', async () => {
  const order = await pay();
  await shop.app.jobs.drain();
  assert.deepEqual((await order.report()).secondReader, { by: 'LanguageTool', findings: [] });
  assert.doesNotMatch(await order.pdf(), /LanguageTool/);
});

test('retries a failing second reader until two hours after the delivery', async () => {
  fake.answer = () => ({ status: 500, body: 'down' });
  const [first, second] = [await pay(), await pay()];
  await shop.app.jobs.drain();
  assert.equal((await first.report()).secondReader, undefined);
  fake.answer = (sent) => answerWith(matchOf(sent, 'any more'));
  shop.pass(10 * minute);
  await shop.app.jobs.drain();
  shop.pass(minute);
  await shop.app.jobs.drain();
  for (const order of [first, second]) assert.equal((await order.report()).secondReader?.findings.length, 1);

  fake.answer = () => ({ body: '<html>' });
  const unlucky = await pay();
  await shop.app.jobs.drain();
  shop.pass(2 * hour);
  fake.calls = [];
  await shop.app.jobs.drain();
  assert.equal(fake.calls.length, 1);
  assert.equal(await waitingReadings(), 0);
  assert.equal((await unlucky.report()).secondReader, undefined);
  const letters = (await shop.emailsTo('operator@shop.test')).map(({ subject }) => subject ?? '');
  assert.ok(!letters.some((subject) => /job/i.test(subject)), letters.join('\n'));
});

test('sends and stores nothing after the account is erased', async () => {
  fake.answer = () => ({ status: 500, body: 'down' });
  const order = await pay();
  await shop.app.jobs.drain();
  await shop.operate('account', 'erase', order.email, order.email);
  fake.calls = [];
  fake.answer = (sent) => answerWith(matchOf(sent, 'any more'));
  shop.pass(10 * minute);
  await shop.app.jobs.drain();
  assert.deepEqual(fake.calls, []);
  assert.equal(await waitingReadings(), 0);
});

test('calls no second reader without LANGUAGETOOL_URL', async (t) => {
  const own = await openTestShop();
  t.after(() => own.close());
  const order = await pay(own);
  await own.app.jobs.drain();
  assert.equal((await order.report()).secondReader, undefined);
  assert.deepEqual(fake.calls, []);
  const { rows } = await sql`select from job where kind = 'second-reader'`.execute(own.database.db);
  assert.deepEqual(rows, []);
});
