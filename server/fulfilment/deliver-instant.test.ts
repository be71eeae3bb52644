import { day } from '#contract/durations.ts';
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { AnalyzerReport } from '#contract/instant/analyzer-report.ts';
import type { Delivery } from '#contract/storefront/fulfilment.ts';
import type { Order } from '#contract/storefront/orders.ts';
import type { PreviewedAnalysis, PreviewedHashtags } from '#contract/instant/previews.ts';
import { scoreReport } from '#contract/instant/score-report.ts';
import type { InstantWorker } from '#server/instant/open-instant-worker.ts';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { quoteOrder } from '#contract/catalogue/quote.ts';
import type { BalancePage } from '#contract/storefront/statement.ts';
import { slogansOrder } from '#demo/slogans-order.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';
import { sql } from 'kysely';
import { extractText } from 'unpdf';

const text = `Golden Crust is a very innovative bakery which was founded in order to facilitate the utilization of slow methods.

The the dough is left to rest for a long time. It is shaped by hand. You can definately taste it, and people who bake at home ask us how we do it every week of the year.`;
const better = `Golden Crust is a bakery in Leeds. We founded it because we missed the bread of our childhood, and nobody sold it any more.

We leave the dough to rest for two days. Then we shape it by hand. You can taste the time in every slice, and people who bake at home ask us how we do it.`;

const analysis = (level: string, words: string = text) => ({
  ...slogansOrder,
  orderTypes: [4],
  orderDetails: [
    {
      quantity: 1,
      variant: '1000',
      options: { level },
      express: false,
      brief: {
        title: 'Why slow bread matters',
        text: words,
        contentType: 'article',
        readers: 'everyone',
        goal: 'inform',
        language: 'en-US',
      },
    },
  ],
  price: level === 'instant' ? 900 : 5800,
});
const hashtags = {
  ...slogansOrder,
  orderTypes: [5],
  orderDetails: [
    {
      quantity: 1,
      variant: 'standard',
      options: {},
      express: false,
      brief: {
        topics: ['Artisan sourdough bakery in Leeds'],
        platforms: ['instagram', 'threads'],
        seedKeywords: ['sourdough', 'bakery', 'fresh bread'],
        language: 'en-US',
      },
    },
  ],
  price: 1200,
};

let shop: TestShop;
let team: ReturnType<typeof openTestTeam>;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100', DESK: 'on' } });
  team = openTestTeam(shop);
});
after(async () => {
  assert.deepEqual(await shop.audit(), []);
  await shop.close();
});

async function buy(body: unknown, at: TestShop = shop) {
  const { auth, email } = await at.customer();
  const { token, orderNumber: number } = await at.placeOrder(auth, body);
  await at.act(await at.startPayment(token), 'pay');
  await at.app.jobs.drain();
  const order = async () => (await at.send<Order>('GET', `/api/orders/${number}`, { headers: auth })).body;
  const path = `/api/orders/${number}/lines/1`;
  const delivery = async () =>
    (await at.send<Delivery>('GET', `${path}/deliveries/1`, { headers: auth })).body;
  return { auth, email, number, path, order, delivery };
}

test('delivers a report right after payment, by email and as a PDF', async () => {
  const { auth, email, number, path, order, delivery } = await buy(analysis('instant'));
  const { work, dueOn } = (await order()).lines[0]!;
  assert.deepEqual([work.status, work.versions, dueOn], ['delivered', 1, '2026-11-20']);
  const { report } = await delivery();
  const told = (await shop.emailsTo(email)).find(({ subject }) =>
    subject?.startsWith('Your report is ready'),
  );
  assert.doesNotMatch(told?.text ?? 'not sent', /accepted automatically|Review|not sent/);
  assert.ok(report?.type === 'analyzer');
  const kinds = report.findings.map(({ kind }) => kind);
  for (const kind of ['repeated-word', 'spelling', 'wordy', 'filler']) assert.ok(kinds.includes(kind), kind);
  for (const { start, end } of report.findings) assert.ok(start <= end && end <= report.text.length);
  assert.ok(scoreReport(report).overall < 85);
  const letters = await shop.emailsTo(email);
  assert.ok(letters.some(({ text: words }) => words?.includes('/100') && words.includes('Fix these first')));
  const ready = letters.find(({ subject }) => subject?.startsWith('Your report is ready'));
  assert.doesNotMatch(ready?.text ?? 'not sent', /accepted automatically|Review|not sent/);
  assert.match(ready?.text ?? '', /The whole report is in your order\.\n\nSee the order:/);
  assert.match(ready?.text ?? '', /^ *Fix these first$/m);
  assert.doesNotMatch(ready?.text ?? '', /-----/);
  assert.match(ready?.html ?? '', /<strong>Fix these first<\/strong>/);
  assert.doesNotMatch(ready?.html ?? '', /-----/);
  const pdf = await shop.send<Uint8Array>('GET', `${path}/report`, { headers: auth });
  const read = await extractText(pdf.body, {
    mergePages: true,
  });
  assert.match(read.text, /Why slow bread matters/);
  assert.match(read.text, /definately/);
  const typed = `/api/orders/${encodeURIComponent(number.replace('-', '\n'))}/lines/1/report`;
  const { headers } = await shop.send('GET', typed, { headers: auth });
  assert.equal(headers.get('content-disposition'), `attachment; filename="report-${number}-1.pdf"`);
});

test('writes the advice of each finding into the PDF, and equal advice only once', async () => {
  const words = `${text} It is a very unique place. I could of come really, really early.`;
  const { auth, path, delivery } = await buy(analysis('instant', words));
  const { report } = await delivery();
  assert.ok(report?.type === 'analyzer');
  const pdf = await shop.send<Uint8Array>('GET', `${path}/report`, { headers: auth });
  const read = (await extractText(pdf.body, { mergePages: true })).text.replaceAll(/\s+/g, ' ');
  const worded = report.findings.filter(({ kind }) => kind === 'wording' || kind === 'wrong-word');
  assert.equal(worded.length, 2);
  for (const { how } of worded) assert.ok(read.includes(how), how);
  assert.match(read, /“really” \(\d times\)/);
});

test('rechecks an improved text and compares it with the first report for 14 days', async () => {
  const { auth, email, path, delivery } = await buy(analysis('instant'));
  const recheck = (body: unknown, headers = auth) =>
    shop.send<AnalyzerReport & { errors?: Record<string, string[]> }>('POST', `${path}/recheck`, {
      body,
      headers,
    });
  const { status, body } = await recheck({ text: better });
  assert.equal(status, 200, JSON.stringify(body));
  assert.ok(body.before && scoreReport(body).overall > body.before.overall);
  assert.ok(body.findings.length < body.before.findings);
  const { recheck: kept } = await delivery();
  assert.equal(kept?.latest?.text, better);
  assert.equal(kept?.until, '2026-12-04T15:00:00.000Z');
  assert.equal(kept?.maxWords, 1000);

  const long = await recheck({ text: `${better}\n\n`.repeat(20) });
  assert.match(String(long.body.errors?.['text']), /this order covers up to 1,000 words/);
  const foreign = await recheck({
    text: 'Das ist ein deutscher Text über Brot und Mehl und Wasser. '.repeat(6),
  });
  assert.match(String(foreign.body.errors?.['text']), /English/);
  assert.equal((await recheck({ text: better }, (await shop.customer()).auth)).status, 404);
  shop.pass(14 * day);
  const { accessToken } = await shop.logIn(email);
  assert.equal((await recheck({ text: better }, shop.bearer(accessToken))).status, 409);
  shop.pass(-14 * day);
});

test('erases the analyzed texts with the customer’s account', async () => {
  const { auth, email, path } = await buy(analysis('instant'));
  await shop.send('POST', `${path}/recheck`, { body: { text: better }, headers: auth });
  const kept = async () => {
    const { rows } = await sql<{ n: number }>`select (
      (select count(*) from delivery d join customer_order o on o.id = d.order_id join customer c on c.id = o.customer_id
        where c.erased_at is not null and d.report is not null)
      + (select count(*) from recheck r join customer_order o on o.id = r.order_id join customer c on c.id = o.customer_id
        where c.erased_at is not null)
      + (select count(*) from delivery d join customer_order o on o.id = d.order_id join customer c on c.id = o.customer_id
        where c.email = ${email} and d.report is not null))::int as n`.execute(shop.database.db);
    return rows[0]!.n;
  };
  assert.equal(await kept(), 1);
  await shop.operate('account', 'erase', email, email);
  assert.equal(await kept(), 0);
});

test('delivers the automatic report first, and leaves the line in progress when an editor adds comments', async () => {
  const { email, number, order, delivery } = await buy(analysis('expert'));
  const { work, dueOn } = (await order()).lines[0]!;
  assert.deepEqual([work.status, work.versions, dueOn], ['inProgress', 1, '2026-11-24']);
  assert.equal((await delivery()).report?.type, 'analyzer');
  assert.ok(
    (await shop.emailsTo(email)).some(({ subject }) =>
      subject?.startsWith('The automatic part of your report'),
    ),
  );
  await team.deliver(number);
  assert.deepEqual(
    (await order()).lines.map((line) => [line.work.status, line.work.versions]),
    [['delivered', 2]],
  );
});

test('refunds the express surcharge when the editor’s comments are late, although the report was on time', async (t) => {
  const own = await openTestShop();
  t.after(() => own.close());
  const plain = analysis('expert');
  const [details] = plain.orderDetails;
  const express = { ...details!, express: true };
  const price = quoteOrder(builtInCatalogue, [{ orderType: 4, details: express }]).total;
  const { email, order } = await buy({ ...plain, orderDetails: [express], price }, own);
  assert.equal((await order()).lines[0]!.work.versions, 1);
  own.pass(10 * day);
  await own.app.jobs.drain();
  const headers = own.bearer((await own.logIn(email)).accessToken);
  const { body } = await own.send<BalancePage>('GET', '/api/balance', { headers });
  assert.equal(body.balance.available, price - plain.price);
});

test('delivers hashtags right after payment', async () => {
  const { order, delivery } = await buy(hashtags);
  assert.equal((await order()).work.status, 'delivered');
  const { report, text: words } = await delivery();
  assert.ok(report?.type === 'hashtags');
  assert.deepEqual(
    report.sets[0]!.platforms.map(({ pick }) => pick.length),
    [5, 1],
  );
  assert.match(words ?? '', /#ArtisanSourdoughBakery/);
});

test('rejects a text that can’t be analyzed before the payment, in the order and in the form’s check', async () => {
  const { auth } = await shop.customer();
  const problems: [string, RegExp][] = [
    ['Das ist ein deutscher Text über Brot, Mehl, Wasser und Salz. '.repeat(8), /English/],
    ['12345 67890 ++ -- == !! 111 222 333 '.repeat(12), /mostly symbols/],
    [`<div><p>${'Slow <b>bread</b> is good bread. '.repeat(20)}</p></div>`, /HTML/],
    ['slow bread is good bread '.repeat(300), /line break/],
  ];
  for (const [words, problem] of problems) {
    const asked = await shop.send<{ problem: string }>('POST', '/api/previews/check-text', {
      body: { text: words },
    });
    assert.match(asked.body.problem, problem);
  }
  const { body } = await shop.send('POST', '/api/orders', {
    body: analysis('instant', problems[0]![0]),
    headers: auth,
  });
  assert.match(String(body.errors?.['orderDetails.0.brief.text']), /English/);
  const fine = await shop.send('POST', '/api/previews/check-text', { body: { text } });
  assert.deepEqual(fine.body, { problem: null });
});

test("shows anyone a preview of a text's first words, and stores nothing", async () => {
  const analyzed = await shop.send<PreviewedAnalysis>('POST', '/api/previews/analysis', {
    body: { text: `${text}\n\n${'Bread takes time and flour and water. '.repeat(60)}` },
  });
  assert.equal(analyzed.status, 200);
  assert.ok(analyzed.body.words <= 150 && analyzed.body.findings.length === 3 && analyzed.body.more > 0);
  const tags = await shop.send<PreviewedHashtags>('POST', '/api/previews/hashtags', {
    body: { topic: 'Artisan sourdough bakery in Leeds' },
  });
  assert.ok(tags.body.tags.length > 3 && tags.body.tags.length <= 8);
  const strict = await openTestShop();
  try {
    const ask = () => strict.send('POST', '/api/previews/hashtags', { body: { topic: 'Sourdough bakery' } });
    for (let n = 0; n < 30; n += 1) assert.equal((await ask()).status, 200);
    assert.equal((await ask()).status, 429);
  } finally {
    await strict.close();
  }
});

test('assigns automatic work to a person after two failures, and emails the customer and the operator', async () => {
  let tries = 0;
  const broken: InstantWorker = {
    analyze: () => Promise.reject(new Error(`try ${(tries += 1)}`)),
    makeHashtags: () => Promise.reject(new Error('no')),
    close: () => Promise.resolve(),
  };
  const unlucky = await openTestShop({ instant: broken });
  try {
    const { email, order, number } = await buy(analysis('instant'), unlucky);
    assert.equal(tries, 2);
    const { lines, events } = await order();
    assert.deepEqual([lines[0]!.work.status, lines[0]!.dueOn], ['queued', '2026-11-23']);
    assert.match(String(events.at(-1)?.reason), /our team is taking over/);
    const subjects = async (to: string) => (await unlucky.emailsTo(to)).map(({ subject }) => subject);
    assert.ok(
      (await subjects(email)).some((subject) => subject?.includes('a little longer for your report')),
    );
    assert.ok(
      (await subjects('operator@shop.test')).some((subject) =>
        subject?.includes(`Deliver manually: ${number}`),
      ),
    );
    await unlucky.app.jobs.drain();
    assert.equal(tries, 2, 'not again');
  } finally {
    await unlucky.close();
  }
});
