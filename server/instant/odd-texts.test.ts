import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import fc from 'fast-check';
import { isFullSize } from '#test/test-size.ts';
import { openInstantWorker } from './open-instant-worker.ts';
import { checkAnalyzable } from './check-analyzable.ts';

const english = 'The quick oven makes good bread for the people of the town. ';
const ordinary = 'Our bakery bakes all night. You can recieve your bread warm, before breakfast.';
const fill = (part: string, length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
const base64 = Buffer.from(fill(english, 15_000)).toString('base64');

/** Texts that crashed the linter or filled the memory, and similar ones. */
const odd: Record<string, string> = {
  'a word of 8,000 letters': `${english}${fill('runaway', 8000)} home.`,
  'many words of 200 letters': `${english}${`${fill('runaway', 200)} `.repeat(150)}`,
  'many words of 60 letters': `${english}${`${fill('runaway', 60)} `.repeat(100)}`,
  'apostrophes without a space': english + fill("it's'", 8000),
  'apostrophes with spaces': english + fill("it's'it's'it's' ", 8000),
  'base64 in one piece': english.repeat(5) + base64,
  'base64 in lines': english.repeat(5) + base64.replace(/.{76}/g, '$&\n'),
  'words joined by hyphens': fill('a-', 40_000),
  'stacked marks': english + fill('b\u0300\u0316\u0301\u0317read ', 4000),
  'a thousand short words': fill('a I be it to ', 4000),
  'brackets that never close': english + fill('[a](', 4000),
  emoji: english + fill('👨‍👩‍👧 ', 2000),
  'half a character': `${english}\ud800 ${english}`,
  'invisible characters': english + fill('b\u200br\u00adead ', 4000),
  'private-use characters': english + fill('\ue000\ue000\ue000read ', 4000),
  'nothing but signs': fill('** _` > # ', 4000),
};

test('reports a word that resembles no other without a suggestion', async (t) => {
  const instant = openInstantWorker({ timeLimitMs: 60_000 });
  t.after(() => instant.close());
  const text = `${english.repeat(3)}She walked from Walthamstow to Grantchesterly with a zorbquimmel.`;
  const brief = { title: '', contentType: 'other', readers: 'everyone', goal: 'inform', language: 'en-US' };
  const { findings } = await instant.analyze({ ...brief, text });
  const found = new Map(findings.map(({ start, end, suggestions }) => [text.slice(start, end), suggestions]));
  for (const word of ['Walthamstow', 'Grantchesterly', 'zorbquimmel'])
    assert.deepEqual(found.get(word), [], word);
});

test('suggests words for the first hundred unknown words of a text, and reports the others without suggestions', async (t) => {
  const instant = openInstantWorker({ timeLimitMs: 60_000 });
  t.after(() => instant.close());
  const rightWords = readFileSync(new URL('grammar/right-sentences.txt', import.meta.url), 'utf8');
  const swapped = [...new Set(rightWords.match(/\b[a-z]{8,}\b/g))].map((word) =>
    word.replace(/^(..)(.)(.)/, '$1$3$2'),
  );
  const analyze = async (unknown: readonly string[]) => {
    const text = unknown.map((word) => `They sold the ${word} in the shop.`).join('\n\n');
    const brief = { title: '', contentType: 'other', readers: 'everyone', goal: 'inform', language: 'en-US' };
    const { findings } = await instant.analyze({ ...brief, text });
    return new Map(findings.map(({ start, end, suggestions }) => [text.slice(start, end), suggestions]));
  };
  const firstHalf = await analyze(swapped.slice(0, 80));
  const unknown = swapped.slice(0, 80).filter((word) => firstHalf.get(word)?.length);
  assert.ok(unknown.length > 60);
  const all = await analyze([...unknown, ...unknown.map((word) => `${word}s`), 'zorbquimmel']);
  const suggested = [...all].filter(([, words]) => words.length > 0);
  assert.ok(suggested.length >= 80 && suggested.length <= 100, String(suggested.length));
  assert.deepEqual(all.get('zorbquimmel'), []);
});

test('returns the same report of an ordinary text after each unusual one, without a crash', async (t) => {
  const instant = openInstantWorker({ timeLimitMs: 60_000 });
  t.after(() => instant.close());
  const analyze = (text: string) =>
    instant.analyze({
      title: '',
      text,
      contentType: 'other',
      readers: 'everyone',
      goal: 'inform',
      language: 'en-US',
    });
  const report = await analyze(ordinary);
  assert.ok(report.findings.some(({ kind }) => kind === 'spelling'));
  for (const [name, text] of Object.entries(odd)) {
    const { words } = await analyze(text);
    assert.ok(words >= 0, name);
    assert.deepEqual(await analyze(ordinary), report, `after ${name}`);
  }
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(' ', '\n', '-', "'", '“', '#', '*', '[x](', '\u200d', '\u0301'),
    fc
      .tuple(fc.constantFrom('a', 'The ', "it's", 'x-', '\u0301', '🥐'), fc.nat(300))
      .map(([unit, times]) => unit.repeat(times)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (parts) => {
      await analyze(parts.join(''));
      assert.deepEqual(await analyze(ordinary), report);
    }),
    { numRuns: isFullSize ? 40 : 5 },
  );
});

test('refuses a text with more than 200 characters in a row, with the reason', async () => {
  for (const name of ['a word of 8,000 letters', 'base64 in one piece', 'words joined by hyphens'])
    assert.match(
      (await checkAnalyzable(odd[name]!))!,
      /^The text has [\d,]+ characters in a row without a space\./,
      name,
    );
  assert.equal(await checkAnalyzable(`${english}${fill('runaway', 200)} home.`), undefined);
  const address = `https://example.com/${fill('bread', 300)}`;
  assert.equal(await checkAnalyzable(`${english.repeat(4)}Read more at ${address} today.`), undefined);
});

test('reports errors beside a word of more than 60 characters, but none within it', async (t) => {
  const instant = openInstantWorker();
  t.after(() => instant.close());
  const text = `You can recieve it at https://example.com/${fill('breadandbutter', 80)} every day.`;
  const brief = { title: '', text, contentType: 'other', readers: 'everyone', language: 'en-US' };
  const { findings } = await instant.analyze(brief);
  assert.deepEqual(
    findings.filter(({ part: of }) => of === 'correctness').map(({ start, end }) => text.slice(start, end)),
    ['recieve'],
  );
});

test('refuses a text that is too short to detect its language, and a text of headings alone', async () => {
  assert.match(
    (await checkAnalyzable('Fresh bread daily'))!,
    /^That’s too short to analyze\. Paste at least 5 words/,
  );
  const headings =
    '# Bread for the whole town\n\n## Why we bake it slowly\n\n### What you can order here today';
  assert.match((await checkAnalyzable(headings))!, /only headings/);
  assert.equal(await checkAnalyzable(`${headings}\n\nWe bake it every day.`), undefined);
});
