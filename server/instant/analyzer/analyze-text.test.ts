import assert from 'node:assert/strict';
import test from 'node:test';
import { fixesByGain, scoreReport } from '#contract/instant/score-report.ts';
import { type AnalyzerBrief, analyzeText } from './analyze-text.ts';
import { countWords } from '#contract/text.ts';

const analyze = (text: string, more: Partial<AnalyzerBrief> = {}) =>
  analyzeText({
    title: 'Why slow bread matters',
    text,
    // a kind of text without a checklist
    contentType: 'other',
    readers: 'everyone',
    goal: 'inform',
    language: 'en-US',
    ...more,
  });
const marked = async (text: string, kind: string, more: Partial<AnalyzerBrief> = {}) => {
  const report = await analyze(text, more);
  return report.findings
    .filter((finding) => finding.kind === kind)
    .map(({ start, end }) => report.text.slice(start, end));
};

test('places findings at their words, also after emoji, Markdown and other scripts', async () => {
  const text = '# Brot 😀 and more\n\nשלום. We recieve 🫘 flour.\n\n- Item one\n- We definately bake it.';
  assert.deepEqual(
    (await marked(text, 'spelling')).filter((word) => /^[a-z]/.test(word)),
    ['recieve', 'definately'],
  );
});

test("checks the spelling of the chosen variety of English, and accepts the customer's own words", async () => {
  assert.deepEqual(
    await marked('The colour of the crust is dark brown.', 'spelling', { language: 'en-GB' }),
    [],
  );
  const american = await analyze('The colour of the crust is dark brown.');
  assert.ok(american.findings.some(({ start, end }) => american.text.slice(start, end) === 'colour'));
  const own = await analyze('We feed the levain twice a day with GoldenCrust flour.', {
    ownWords: ['levain', 'GoldenCrust'],
  });
  assert.deepEqual(
    own.findings.filter(({ kind }) => kind === 'spelling'),
    [],
  );
});

test('reports long sentences, wordy phrases, fillers and the passive voice with reasons', async () => {
  const long = `We ${'bake and deliver and sell and '.repeat(8)}rest.`;
  assert.deepEqual(await marked(long, 'very-long-sentence'), [long]);
  assert.deepEqual(await marked('We do it in order to save time.', 'wordy'), ['in order to']);
  assert.deepEqual(await marked('It is a world-class loaf.', 'filler'), ['world-class']);
  assert.deepEqual(
    await marked('The bakery was founded in 1987. It was sold last year. We eat it.', 'passive'),
    ['was founded', 'was sold'],
  );
  assert.deepEqual(await marked('We are excited. The shop is open. It was red and round.', 'passive'), []);
});

test('finds passives in the present tense, in questions and with adverbs, but no states and no perfect tense', async () => {
  const passive = (text: string) => marked(`${text} It was sold.`, 'passive');
  for (const text of [
    'It is baked by hand.',
    'The flour is milled here.',
    'The beans are still freshly ground each morning.',
    'It isn’t kept in the fridge.',
    'Are the loaves baked on site?',
    'The bridge was rebuilt in May.',
    'The loaves are sliced thin.',
    'She was shaken by the news.',
    'The dough is left to rest for a day.',
  ])
    assert.equal((await passive(text)).length, 2, text);
  // "It was sold." is the only passive sentence here, and a single one is not marked
  for (const text of [
    'We are closed on Mondays.',
    'She is tired.',
    'It’s made a difference.',
    'These are used books.',
    'The seat is woven cotton.',
    'We are used to it.',
    'We are sold out by noon on most days.',
    'The road is unpaved.',
    'They get tired by noon.',
    'Only two are left.',
    'The place is packed.',
    'The café is located in Leeds.',
  ])
    assert.deepEqual(await passive(text), [], text);
});

test('reports how many of all sentences are passive', async () => {
  const text =
    'It is baked by hand. The flour is milled here. It is kept cool. The dough is shaped at dawn. It is sold by noon. We open at seven. Come by.';
  const { findings } = await analyze(text);
  const { why } = findings.find(({ kind }) => kind === 'passive')!;
  assert.equal(why, '5 of 7 sentences are passive (71%). Aim for 10% or less.');
});

test('marks "guys" as excluding, and exclamation points in a row or after the second one', async () => {
  const text =
    '# Welcome!\n\nWe are glad that all you guys came!!! You guys know our bread!!! Taste it! ![Rye](rye.png)';
  const { findings, reasons } = await analyze(text);
  const told = findings.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);
  assert.deepEqual(told, [
    'excluding: all you guys',
    'excluding: You guys',
    'exclamation: !!!',
    'exclamation: !!!',
    'exclamation: !',
  ]);
  assert.equal(reasons.voice, '5 issues.');
  assert.match(String(reasons.correctness), /^No issues found\. We checked for /);
});

test('checks title, headings and opening for a search phrase, and gives no search score without a phrase', async () => {
  const text = '# Baking\n\nWe take two days for a loaf.\n\nSlow bread keeps for a week.';
  const { reasons, findings } = await analyze(text, { keyphrase: 'slow bread' });
  assert.ok(reasons.search);
  assert.deepEqual(
    findings.filter(({ part }) => part === 'search').map(({ kind }) => kind),
    ['phrase-opening', 'phrase-heading'],
  );
  const why = findings.filter(({ part }) => part === 'search').map((finding) => finding.why);
  assert.equal(new Set(why).size, 2, 'each place has a reason of its own');
  assert.equal((await analyze(text)).reasons.search, undefined);
});

test('reports an unknown name once, without deducting points and without a suggestion', async () => {
  const text =
    'Ask for Ngozi at the counter. Ngozi bakes with Oyelaran Adebayo. Dr. Okafor eats here. We recieve it all.';
  const { findings } = await analyze(text);
  const told = (kind: string) =>
    findings.filter((one) => one.kind === kind).map(({ start, end }) => text.slice(start, end));
  assert.deepEqual(told('name'), ['Ngozi', 'Oyelaran', 'Adebayo']);
  assert.deepEqual(told('spelling'), ['recieve']);
  for (const { kind, cost, suggestions } of findings)
    if (kind === 'name') assert.deepEqual([cost, suggestions], [0, []]);
});

test('accepts the words of the title and the search phrases', async () => {
  const text = 'We mill flour at brindlewick mill, and we bake vollkornbrot there every morning.';
  const brief = { title: 'A day at Brindlewick', keyphrase: 'Vollkornbrot' };
  assert.deepEqual(await marked(text, 'unknown-word', brief), []);
  assert.deepEqual(await marked(text, 'unknown-word'), ['brindlewick', 'vollkornbrot']);
});

test('flags excluding words, but no pronoun or kinship term', async () => {
  const kin =
    'She baked with her aunt and her grandmother. He and his wife sell it to the bride and the waiter.';
  assert.deepEqual(await marked(kin, 'excluding'), []);
  const text = 'Hello guys. The chairman manned the stand for the good of mankind.';
  assert.deepEqual(await marked(text, 'excluding'), ['guys', 'chairman', 'manned', 'mankind']);
});

test('suggests only replacements that fit in the place of an excluding word', async () => {
  const suggested = async (text: string) =>
    (await analyze(text)).findings
      .filter(({ kind }) => kind === 'excluding')
      .map(({ suggestions }) => suggestions);
  assert.deepEqual(await suggested('We bake it for all of you guys. You guys like it. Hi guys!'), [
    ['everyone', 'all of you'],
    ['You all', 'You'],
    ['everyone', 'all', 'team'],
  ]);
  assert.deepEqual(await suggested('The foreman likes it. In layman’s terms, it is man-made.'), [
    ['supervisor', 'crew lead'],
    ['plain terms', 'plain English'],
    ['artificial', 'synthetic', 'manufactured'],
  ]);
  assert.deepEqual(await suggested('My boss is a psycho, and he was confined to a wheelchair.'), [
    [],
    ['using a wheelchair'],
  ]);
  assert.deepEqual(
    await suggested('The two guys won. A statesman met the fishermen at the Craftsman house.'),
    [],
  );
});

test('joins lines that a mail program has wrapped, but not the items of a list', async () => {
  const sentence =
    'We mill the flour in the morning and mix the dough at noon and let it rest for two whole days before we shape each loaf by hand and bake it on stone for the people of the town.';
  const wrapped = sentence.replaceAll(/(.{1,60})(?: |$)/g, '$1\n').trim();
  assert.ok(wrapped.split('\n').length > 2);
  const [one, other] = [await analyze(sentence), await analyze(wrapped)];
  assert.deepEqual([other.sentences, other.grade], [one.sentences, one.grade]);
  assert.equal((await analyze('- Rye bread\n- Wheat bread\n- Spelt rolls')).sentences, 3);
  assert.equal(other.text, wrapped);
});

test('splits sentences correctly after abbreviations, times and years', async () => {
  for (const [text, count] of [
    ['See Fig. 3 for the layout. Then order.', 2],
    ['We open at 7 a.m. Bring a coat. We close at 9 p.m. on Sundays.', 3],
    ['It is approx. 5 miles to the No. 5 bus.', 1],
    ['It began in 2019. We grew.', 2],
  ] as const)
    assert.equal((await analyze(text)).sentences, count, text);
});

test('reports no error about soft hyphens, zero-width characters and decomposed letters', async () => {
  const text = 'Our bak\u00adery serves cafe\u0301 food\u200b every morn\u00ading.';
  const report = await analyze(text);
  assert.deepEqual(
    report.findings.filter(({ part }) => part === 'correctness'),
    [],
  );
  assert.equal(report.text, 'Our bakery serves caf\u00e9 food every morning.');
});

test('recognizes underlined, bold and short separate lines as headings', async () => {
  const body = 'We mill the flour in the morning and mix the dough at noon, as we always did.';
  for (const heading of ['Slow bread\n==========', '**Slow bread**', '## Slow bread', 'Slow bread'])
    assert.equal((await analyze(`${heading}\n\n${body}`)).sentences, 1, heading);
  assert.equal((await analyze(`Hello Maya,\n\n${body}`)).sentences, 2);
});

test('reports a paragraph in another language, and checks nothing within it', async () => {
  const german =
    'Wir mahlen das Mehl am Morgen und kneten den Teig am Mittag, dann warten wir zwei Tage lang.';
  const text = `We bake bread for the people of the town.\n\n${german}\n\nYou can definately taste it.`;
  const { findings } = await analyze(text);
  assert.deepEqual(
    findings
      .filter(({ part }) => part === 'correctness')
      .map(({ kind, start, end }) => [kind, text.slice(start, end)]),
    [
      ['other-language', german],
      ['spelling', 'definately'],
    ],
  );
});

test('names what was checked when a part of the report has no findings', async () => {
  const { reasons } = await analyze('We bake bread. You can taste it.');
  for (const part of ['correctness', 'clarity', 'structure', 'voice'] as const)
    assert.match(reasons[part]!, /^No issues found\. We checked for /);
});

test('reports no readability finding when a text is simpler than its readers need', async () => {
  const { findings } = await analyze('We bake. You eat. It is good. '.repeat(30), { readers: 'expert' });
  assert.deepEqual(
    findings.filter(({ part }) => part === 'readability'),
    [],
  );
});

test('raises the score by the cost of a dismissed finding, and by the gain of a fixed kind of finding', async () => {
  const report = await analyze('We recieve flour. We definately bake. The the dough rests. It is very good.');
  const before = scoreReport(report).overall;
  const [first] = fixesByGain(report);
  assert.ok(first && first.gain > 0);
  assert.equal(scoreReport(report, new Set(first.ids)).overall, before + first.gain);
  assert.equal(scoreReport(report, new Set(report.findings.map(({ id }) => id))).overall, 100);
  assert.equal(new Set(report.findings.map(({ id }) => id)).size, report.findings.length);
});

test('analyzes empty, odd and huge texts without an error', async () => {
  for (const text of [
    '',
    '   ',
    '.',
    '# ',
    '!!!',
    'a',
    '\n\n\n',
    'word '.repeat(5000),
    '<b>x</b>',
    '1. 2. 3.',
  ])
    assert.equal((await analyze(text)).text, text);
});

test('scores the errors of a text below 100 words as if it had 100 words', async () => {
  const text =
    'We are proud to annouce our new rye loaf. Bread bread is what we do. In order to utilize old grains, the dough is rested by two bakers and is baked by others. Taste it today.';
  const report = await analyze(text);
  assert.deepEqual(
    report.findings.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`).toSorted(),
    [
      'passive: is baked',
      'passive: is rested',
      'repeated-word: Bread bread',
      'spelling: annouce',
      'wordy: In order to',
      'wordy: utilize',
    ],
  );
  const { overall } = scoreReport(report);
  assert.ok(overall < 80, `${overall}`);
  const clean = await analyze('We bake bread every night. You can taste it at seven.');
  assert.equal(scoreReport(clean).overall, 100);
});

test('marks a word that occurs twice in a row, except names and intended repetitions', async () => {
  const repeated = await marked('Bread bread is good. We sell the rye rye daily.', 'repeated-word');
  assert.deepEqual(repeated.toSorted(), ['Bread bread', 'rye rye']);
  assert.deepEqual(
    await marked('We heard Duran Duran. Then we said bye bye. Rye, rye and rye.', 'repeated-word'),
    [],
  );
});

test('reports no error in the name at the end of a letter', async () => {
  assert.deepEqual(await marked('You left your bag in the room.\n\nWith good wishes,\nElin', 'spelling'), []);
});

test('explains each finding by what its correction changes', async () => {
  for (const [text, what, quote, suggestion] of [
    ['It is a very unique bread.', 'Word choice', 'very unique', 'unique'],
    ['I could of come earlier.', 'Wrong word', 'could of', 'could have'],
    ['We are aware about it.', 'Article or preposition', 'aware about', 'aware of'],
    ['We have hard time.', 'Article or preposition', 'have hard', 'have a hard'],
    ['They let anyone to come in.', 'Article or preposition', 'anyone to', 'anyone'],
    ['Every body came to the shop.', 'Space or hyphen', 'Every body', 'Everybody'],
    ['It is a left hand turn.', 'Space or hyphen', 'left hand', 'left-hand'],
    ['However we bake on Mondays.', 'Punctuation', 'However', 'However,'],
    ['He dont know the baker.', 'Punctuation', 'dont', "don't"],
    ['The fair takes place in october.', 'Capital letters', 'october', 'October'],
    ['We recieve it at noon.', 'Spelling', 'recieve', 'receive'],
    ['It is is ready at seven.', 'Repeated word', 'is is', 'is'],
    [
      'Please do it with bated breath and peaked interest: it peaked my interest.',
      'Word choice',
      'peaked',
      'piqued',
    ],
  ] as const) {
    const { findings } = await analyze(text);
    const found = findings.find(({ start, end }) => text.slice(start, end) === quote);
    assert.deepEqual([found?.what, found?.suggestions[0]], [what, suggestion], text);
  }
});

test("reports no matters of taste, and no change that an editor wouldn't make", async () => {
  const text =
    'From day one it was OK. We snuck in, as it so happens. ASAP means soon. A cliche is a cliche. All of the bread was gone.';
  assert.deepEqual((await analyze(text)).findings, []);
});

test('flags a repeated word once, and a series of sentences with the same beginning once', async () => {
  const told = async (text: string) =>
    (await analyze(text)).findings.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);
  assert.deepEqual(await told('It is a very unique loaf.'), ['wording: very unique']);
  assert.deepEqual(await told('The very very best loaf.'), ['filler: very', 'filler: very']);
  const text = 'We bake. We sell. We rest. We eat. We sleep. You buy.';
  assert.deepEqual(await told(text), ['same-beginning: We']);
  const { findings, reasons } = await analyze(text);
  assert.equal(findings[0]!.why, 'Five sentences in a row start with “we.”');
  for (const reason of Object.values(reasons))
    assert.ok(!findings.some(({ why, how }) => reason.includes(why) || reason.includes(how)), reason);
});

test('does not repeat the reading level in reasons and findings', async () => {
  const hard =
    'Institutional accountability necessitates comprehensive administrative documentation. '.repeat(3);
  const { findings, reasons } = await analyze(hard, { readers: 'young' });
  assert.ok(findings.some(({ kind }) => kind === 'grade-high'));
  const sentences = [...Object.values(reasons), ...new Set(findings.map(({ why }) => why))];
  assert.equal(sentences.filter((one) => /Reading level/.test(one)).length, 0);
});

test('gives all findings of a kind the same name', async () => {
  const text =
    'We recieve it. I could of come. Every body is aware about it. It is very unique. We utilize it in order to bake.';
  const { findings } = await analyze(text);
  for (const [kind, all] of Map.groupBy(findings, (one) => one.kind))
    assert.equal(new Set(all.map(({ what }) => what)).size, 1, kind);
});

test('suggests words that fit in the place of a wordy phrase', async () => {
  const text =
    'In order to bake, we use oats in lieu of rye. It is delayed due to the fact that it rains, whereas this is not.';
  const { findings } = await analyze(text);
  assert.deepEqual(
    findings.filter(({ kind }) => kind === 'wordy').map(({ suggestions }) => suggestions),
    [['To'], ['instead of'], ['because', 'since']],
  );
});

test('reports “should of” as an error, not as something to check', async () => {
  const { findings, text } = await analyze('You should of tried the rye. Nobody could of known.');
  assert.deepEqual(
    findings
      .filter(({ severity }) => severity === 'error')
      .map(({ start, end }) => text.slice(start, end))
      .filter((words) => / of/.test(words)),
    ['should of', 'could of'],
  );
});

test('counts the words of headings too, as the order form does', async () => {
  const text = `# Our shop\n\n${'We bake good bread. '.repeat(20)}`;
  assert.equal((await analyze(text)).words, countWords(text));
});
