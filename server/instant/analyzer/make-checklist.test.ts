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

test('shows the passages of a press release that editors look for', async () => {
  assert.deepEqual(await pointsOf(release, { contentType: 'press' }), {
    'The date': 'May 4, 2027',
    'A fact or number in the opening': 'twelve',
    'A quote from a person': '“Half of our guests come by tram, so we moved next to the stop,”',
    'A contact for journalists': 'press@example.com',
  });
});

test('names each missing point, and takes it from the score', async () => {
  const bare =
    'The Golden Crust bakery opens another shop soon. People like the “new” bread there very much.';
  assert.deepEqual(Object.values(await pointsOf(bare, { contentType: 'press' })), [
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

test('takes no date’s number for the news, and no one’s scare quotes for a quote', async () => {
  const points = await pointsOf('On May 4 the shop has a “very new and quite exciting” kind of bread.', {
    contentType: 'press',
  });
  assert.equal(points['The date'], 'May 4');
  assert.equal(points['A fact or number in the opening'], false);
  assert.equal(points['A quote from a person'], false);
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
  test(`${isAsk ? 'takes' : 'doesn’t take'} “${sentence}” for a call to action`, async () => {
    const points = await pointsOf(`You get fresh bread here. ${sentence}`, { goal: 'sell' });
    assert.equal(points['A call to action'] !== false, isAsk);
  });

test('adds what a goal needs to what the kind of text needs, each once', async () => {
  const { checklist } = await analyze('You get bread.', { contentType: 'landing', goal: 'sell' });
  const labels = checklist!.points.map(({ label }) => label);
  assert.equal(new Set(labels).size, labels.length);
  const without = await analyze('You get bread.', {});
  assert.equal(without.checklist, undefined);
  assert.doesNotMatch(without.reasons.structure!, /readers of this kind/);
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

test('finds search phrases in any form of their words, and says where', async () => {
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
