import assert from 'node:assert/strict';
import test from 'node:test';
import { scoreReport } from '#contract/instant/score-report.ts';
import { type AnalyzerBrief, analyzeText } from './analyze-text.ts';

const analyze = (text: string, more: Partial<AnalyzerBrief>) =>
  analyzeText({
    title: '',
    text,
    contentType: 'other',
    readers: 'everyone',
    goal: 'inform',
    language: 'en-US',
    ...more,
  });

async function pointsOf(text: string, more: Partial<AnalyzerBrief>) {
  const report = await analyze(text, more);
  return Object.fromEntries(
    (report.checklist?.points ?? []).map(({ label, isMet, start, end }) => [
      label,
      isMet && (report.text.slice(start, end) || true),
    ]),
  );
}

const release = `Leeds, May 4, 2027. The Golden Crust bakery opens its new shop and hires twelve people.

“Half of our guests come by tram, so we moved next to the stop,” said Ada Crust, who founded the bakery.

Press contact: Ada Crust, press@example.com`;

test('finds the date, place, fact, quotation and contact of a press release', async () => {
  assert.deepEqual(await pointsOf(release, { contentType: 'press' }), {
    'The date': 'May 4, 2027',
    'The place in the opening': 'Leeds',
    'A fact or number in the opening': 'twelve',
    'A quote with substance': '“Half of our guests come by tram, so we moved next to the stop,”',
    'A contact for journalists': 'press@example.com',
  });
});

test('names each missing feature, and deducts it from the score', async () => {
  const bare =
    'The Golden Crust bakery opens another shop soon. People like the “new” bread there very much.';
  assert.deepEqual(Object.values(await pointsOf(bare, { contentType: 'press' })), [
    false,
    false,
    false,
    false,
    false,
  ]);
  const [whole, poor] = await Promise.all(
    [release, bare].map((text) => analyze(text, { contentType: 'press' })),
  );
  assert.ok(scoreReport(whole!).parts.structure! > scoreReport(poor!).parts.structure!);
  assert.ok(poor!.findings.some(({ what }) => what === 'Missing: a contact for journalists'));
});

test("doesn't treat a date’s number as the news, or scare quotes as a quotation", async () => {
  const points = await pointsOf('On May 4 the shop has a “very new and quite exciting” kind of bread.', {
    contentType: 'press',
  });
  assert.equal(points['The date'], 'May 4');
  assert.equal(points['A fact or number in the opening'], false);
  assert.equal(points['A quote with substance'], false);
});

for (const [sentence, isAsk] of [
  ['Order your first loaf today.', true],
  ['Connect your calendar and press send.', true],
  ['If you like it, you can book a table online.', true],
  ['To get a table, call us.', true],
  ['Baking takes two days.', false],
  ['Bread is good for you.', false],
  ['Orders arrive at noon.', false],
] as const)
  test(`${isAsk ? 'recognizes' : 'doesn’t recognize'} “${sentence}” as a call to action`, async () => {
    const points = await pointsOf(`You get fresh bread here. ${sentence}`, { goal: 'sell' });
    assert.equal(points['A call to action'] !== false, isAsk);
  });

test('adds the features that a goal requires to those of the kind of text, each once', async () => {
  const { checklist } = await analyze('You get bread.', { contentType: 'landing', goal: 'sell' });
  const labels = checklist!.points.map(({ label }) => label);
  assert.equal(new Set(labels).size, labels.length);
  const without = await analyze('You get bread.', {});
  assert.equal(without.checklist, undefined);
  assert.doesNotMatch(without.reasons.structure!, /checklist for this kind/);
});

test('has a checklist for each kind of text on the order form, and judges an email’s subject', async () => {
  for (const contentType of ['article', 'landing', 'product', 'about', 'email', 'social', 'press'])
    assert.ok((await analyze('We bake.', { contentType })).checklist, contentType);
  const subject = async (title: string) =>
    (await pointsOf('Hello Maya,\n\nOrder it.\n\nJon', { contentType: 'email', title }))[
      'A subject of up to 50 characters'
    ];
  assert.equal(await subject('Your lamp is on its way'), true);
  assert.equal(await subject('Your lamp is on its way '.repeat(3)), false);
  assert.equal(await subject(''), false);
});

test('finds search phrases in any form of their words, with their places', async () => {
  const { phrases } = await analyze(
    'Our sourdough bakeries open at six.\n\n## Where we bake\n\nA sourdough bakery needs patience. Rye needs more.',
    { keyphrase: 'sourdough bakery', moreKeyphrases: ['rye bread', 'rye'], title: 'Sourdough' },
  );
  assert.deepEqual(phrases, [
    { phrase: 'sourdough bakery', inTitle: false, inOpening: true, inHeadings: false, count: 2 },
    { phrase: 'rye bread', inTitle: false, inOpening: false, inHeadings: false, count: 0 },
    { phrase: 'rye', inTitle: false, inOpening: false, inHeadings: false, count: 1 },
  ]);
});

for (const [opening, place] of [
  ['DULUTH, Minn. — The library lends tools.', 'DULUTH, Minn.'],
  ['Oban, 3 June 2027. The ferry runs at night.', 'Oban'],
  ['Hartford, Conn., March 3, 2026 — A clinic opens.', 'Hartford, Conn.'],
  ['On Saturday the trust opened a path in New Haven.', 'New Haven'],
  ['May 4, 2027. The bakery hires twelve people in June.', false],
  ['Yesterday, the bakery hired twelve people.', false],
] as const)
  test(`${place ? `reads “${place}” as the place` : 'misses a place'} in “${opening}”`, async () => {
    const points = await pointsOf(`${opening}\n\nMore follows in Paris.`, { contentType: 'press' });
    assert.equal(points['The place in the opening'], place);
  });

for (const [quote, isQuote] of [
  ['We are thrilled to begin this exciting new chapter', false],
  ['We look forward to the journey. It is a dream come true', false],
  ['We are proud that our guests come by tram, so we moved', true],
  ['I am happy. The old oven burned half of the loaves', true],
  ['Most drills run for a few minutes in their whole life', true],
] as const)
  test(`recognizes “${quote}” as a quotation with ${isQuote ? 'content' : 'no content'}`, async () => {
    const points = await pointsOf(`The shop moves.\n\n“${quote},” said Ada Crust.`, { contentType: 'press' });
    assert.equal(points['A quote with substance'] !== false, isQuote);
  });

for (const [body, isOne] of [
  ['Register for the talk on Thursday.\n\nBook a demo today.', false],
  ['Order your loaf. Please share this email with a friend.', false],
  ['If you liked it, leave us a review.\n\nBuy the new one.', false],
  ['Download the app. Sign up with your email.', true],
  ['Book your seat by Friday.\n\nIf you have questions, reply to this email.', true],
  ['Your order leaves tomorrow. We share your joy.', true],
] as const)
  test(`finds ${isOne ? 'at most one request' : 'two requests'} in “${body.replaceAll('\n\n', ' ')}”`, async () => {
    const points = await pointsOf(`Hello Maya,\n\n${body}\n\nJon`, { contentType: 'email' });
    assert.equal(points['A single request'], isOne);
  });

test('recognizes the words of a customer with a name below them as proof', async () => {
  const page = 'You get your pay on Friday, without a spreadsheet. It costs $39.\n\nTry it on last week.';
  const praise = '“We cut payroll from five hours to 40 minutes.” Rosa Villarreal, owner of La Güera';
  const short = '“They found the crack that three surveyors had missed.” – Priya N., Mytholmroyd';
  for (const quote of [praise, short]) {
    const points = await pointsOf(`${page}\n\n${quote}`, { contentType: 'landing' });
    assert.ok(points['Proof'], quote);
  }
  assert.equal((await pointsOf(page, { contentType: 'landing' }))['Proof'], false);
});
