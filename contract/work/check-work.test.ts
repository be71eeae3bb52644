import assert from 'node:assert/strict';
import test from 'node:test';
import { type Case, checkTable } from '#test/contract/check-table.ts';
import { charactersOf, checkWork } from './check-work.ts';
import { leastCpuMs } from '#test/least-cpu-ms.ts';

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');

checkTable('filled', {
  finds: [
    ['', '“Text 1” is empty.'],
    ['   ', '“Text 1” is empty.'],
    ['\n\n\t', '“Text 1” is empty.'],
    ['\u00a0', '“Text 1” is empty.'],
    [{ texts: ['Rye', ''] }, '“Text 2” is empty.'],
    [{ texts: ['', 'Rye'] }, '“Text 1” is empty.'],
    [{ texts: ['', ''] }, '“Text 1” is empty.'],
    [{ texts: ['', 'Rye'], kind: 'Slogan' }, '“Slogan 1” is empty.'],
  ],
  passes: [
    'Rye',
    ' Rye ',
    '.',
    '0',
    '😀',
    { texts: ['Rye', 'Seeds'] },
    { texts: [''], optional: true },
    { texts: ['Rye', ''], optional: true },
  ],
});

checkTable('words', {
  finds: [
    [{ texts: [words(112)], limits: { maxWords: 100 } }, 'Text 1 has 112 words; the limit is 100.'],
    [{ texts: [words(101)], limits: { maxWords: 100 } }, 'Text 1 has 101 words; the limit is 100.'],
    [{ texts: ['One two'], limits: { maxWords: 1 } }, 'Text 1 has 2 words; the limit is 1.'],
    [{ texts: ['Rye', words(51)], limits: { maxWords: 50 } }, 'Text 2 has 51 words; the limit is 50.'],
    [{ texts: [words(359)], limits: { minWords: 360 } }, 'Text 1 has 359 words; the minimum is 360.'],
    [{ texts: ['Rye'], limits: { minWords: 2 } }, 'Text 1 has 1 word; the minimum is 2.'],
    [
      { texts: [words(1321)], limits: { minWords: 1080, maxWords: 1320 } },
      'Text 1 has 1,321 words; the limit is 1,320.',
    ],
    [
      { texts: ['well-known, it’s 7-day bread, 800 g'], limits: { maxWords: 5 } },
      'Text 1 has 6 words; the limit is 5.',
    ],
  ],
  passes: [
    { texts: [words(100)], limits: { maxWords: 100 } },
    { texts: [words(360)], limits: { minWords: 360 } },
    { texts: [words(1320)], limits: { minWords: 1080, maxWords: 1320 } },
    { texts: [words(500)] },
    { texts: [''], limits: { minWords: 5 } },
    { texts: ['well-known, it’s 7-day bread, 800 g'], limits: { maxWords: 6 } },
    { texts: ['— … !'], limits: { maxWords: 1 } },
    { texts: ['one two', 'three four'], limits: { maxWords: 2 } },
  ],
});

const x = { maxCharacters: 280, linkCharacters: 23 };
const longLink = `https://goldencrust.example/${'a'.repeat(100)}`;
checkTable('characters', {
  finds: [
    [{ texts: ['a'.repeat(281)], limits: x }, 'Text 1 has 281 characters; the limit is 280.'],
    [
      { texts: ['😀'.repeat(61)], limits: { maxCharacters: 60 } },
      'Text 1 has 61 characters; the limit is 60.',
    ],
    [
      { texts: ['é'.repeat(61)], limits: { maxCharacters: 60 } },
      'Text 1 has 61 characters; the limit is 60.',
    ],
    [
      { texts: [`${'a'.repeat(258)}https://a.example`], limits: x },
      'Text 1 has 281 characters; the limit is 280.',
    ],
    [
      { texts: [`${'a '.repeat(130)}${longLink}`], limits: x },
      'Text 1 has 283 characters; the limit is 280.',
    ],
    [
      { texts: ['Rye', 'a'.repeat(501)], limits: { maxCharacters: 500 } },
      'Text 2 has 501 characters; the limit is 500.',
    ],
    [
      { texts: ['a'.repeat(2300)], limits: { maxCharacters: 2200 } },
      'Text 1 has 2,300 characters; the limit is 2,200.',
    ],
    [{ texts: ['a b\n\nc'], limits: { maxCharacters: 5 } }, 'Text 1 has 6 characters; the limit is 5.'],
  ],
  passes: [
    { texts: ['a'.repeat(280)], limits: x },
    { texts: ['😀'.repeat(60)], limits: { maxCharacters: 60 } },
    { texts: ['é'.repeat(60)], limits: { maxCharacters: 60 } },
    { texts: [`${'a'.repeat(257)}https://a.example`], limits: x },
    { texts: [`${'a '.repeat(128)}${longLink}`], limits: x },
    { texts: [`${'a'.repeat(500)}   `], limits: { maxCharacters: 500 } },
    { texts: ['a'.repeat(5000)] },
    { texts: [''], limits: { maxCharacters: 0 } },
  ],
});

const three = { maxHashtags: 3 };
checkTable('hashtags', {
  finds: [
    [{ texts: ['#a #b #c #d'], limits: three }, 'Text 1 has 4 hashtags; the limit is 3.'],
    [{ texts: ['#a #b'], limits: { maxHashtags: 1 } }, 'Text 1 has 2 hashtags; the limit is 1.'],
    [{ texts: ['Rye.#a,#b;#c(#d)'], limits: three }, 'Text 1 has 4 hashtags; the limit is 3.'],
    [{ texts: ['#Bäckerei #ライ麦 #pão #хлеб'], limits: three }, 'Text 1 has 4 hashtags; the limit is 3.'],
    [{ texts: ['#a\n#b\n#c\n#d'], limits: three }, 'Text 1 has 4 hashtags; the limit is 3.'],
    [{ texts: ['#1a #a1 #a_b #_c'], limits: three }, 'Text 1 has 4 hashtags; the limit is 3.'],
    [{ texts: ['#a', '#a #b #c #d #e'], limits: three }, 'Text 2 has 5 hashtags; the limit is 3.'],
    [{ texts: ['#a #a #a #a'], limits: three }, 'Text 1 has 4 hashtags; the limit is 3.'],
  ],
  passes: [
    { texts: ['#a #b #c'], limits: three },
    { texts: ['#a'], limits: { maxHashtags: 1 } },
    { texts: ['We’re #1, #2, #3 and #4'], limits: three },
    { texts: ['# One\n## Two\n### Three\n#### Four'], limits: three },
    { texts: ['https://a.example/#a #b #c #d'], limits: three },
    { texts: ['C# F# A# B#'], limits: three },
    { texts: ['#a #b #c #d'] },
    { texts: ['#SlowBread #LeedsBakery and #RyeBread.'], limits: three },
  ],
});

const left = (text: string) => `Text 1 still contains “${text}”.`;
checkTable('leftovers', {
  finds: [
    ['Rye TODO', left('TODO')],
    ['Price: XXX dollars', left('XXX')],
    ['Lorem ipsum dolor', left('Lorem ipsum')],
    ['LOREM IPSUM', left('LOREM IPSUM')],
    ['Hello [name]', left('[name]')],
    ['Hello {name}', left('{name}')],
    ['Hello {{first name}}', left('{{first name}')],
    ['Call <PHONE NUMBER>', left('<PHONE NUMBER>')],
    ['Visit <insert link here>', left('<insert link here>')],
    ['Opens at TBD', left('TBD')],
    ['Since ____ in Leeds', left('____')],
    ['Line one\n[check the year]', left('[check the year]')],
  ],
  passes: [
    'We do it all: to do is to be.',
    'Sizes: L, XL, XXL',
    '[our shop](https://goldencrust.example)',
    '- [ ] 1987\n- [x] 2003',
    'As he said, “it don’t [sic] keep”.',
    'Good […] bread [...] keeps [1].',
    'Rye < wheat > oats',
    'I <3 bread, and 5 > 4',
    'todos los días',
    'Rye\n___\nSeeds',
    'Exxon, Maxxxine',
    'f(x) = (a, b)',
  ],
});

const long = 'We mill our own flour every morning and bake slow bread that is on your door before seven.';
const same = (again: number, first: number, kind = 'Text') =>
  `${kind} ${again} is the same as ${kind} ${first}.`;
const near = (again: number, first: number) => `Text ${again} is nearly the same as Text ${first}.`;
checkTable('alike', {
  ok: 'look',
  finds: [
    [{ texts: ['Slow bread, early.', 'Slow bread, early.'] }, same(2, 1)],
    [{ texts: ['Slow bread, early.', 'slow bread – EARLY!'] }, same(2, 1)],
    [{ texts: ['Slow bread.', 'Rye.', 'Slow bread.'], kind: 'Slogan' }, same(3, 1, 'Slogan')],
    [{ texts: [long, long] }, same(2, 1)],
    [{ texts: [long, long], group: 'Post 1' }, same(2, 1)],
    [{ texts: [long, long.replace('seven', 'eight')] }, near(2, 1)],
    [{ texts: [long, `Good morning. ${long}`] }, near(2, 1)],
    [{ texts: [long, 'Rye.', long.replace('every morning ', '')] }, near(3, 1)],
    [{ texts: [words(900), `${words(900)} and a little more`] }, near(2, 1)],
  ],
  passes: [
    long,
    { texts: [long, 'Two days in the making, gone by noon: our rye is back, and it keeps until Friday.'] },
    { texts: [long, long.replace('seven', 'eight')], group: 'Post 1' },
    { texts: ['Slow bread, early.', 'Slow bread, late.'] },
    { texts: ['Slow bread', 'Bread, slow'] },
    { texts: ['', ''] },
    { texts: ['😀', '😀'] },
    { texts: [words(30), words(60).split(' ').slice(30).join(' ')] },
    { texts: [`${words(20)} ${long}`, `${long} ${words(60).split(' ').slice(30).join(' ')}`] },
  ],
});

const point = (...points: NonNullable<Case['points']>): Case => ({ texts: ['Rye'], points });
const done = { outcome: 'done' } as const;
const open = { outcome: null } as const;
const reason = { outcome: 'notDone', answer: 'Your own site says 1912.' } as const;
const noOutcome = (number: number) => `Requested change ${number} isn’t marked as done or not done.`;
const noReason = (number: number) => `Requested change ${number} is marked “not done” but has no reason.`;
checkTable('points', {
  finds: [
    [point(open), noOutcome(1)],
    [point(done, open), noOutcome(2)],
    [point(open, done), noOutcome(1)],
    [point({ ...open, answer: 'Soon' }), noOutcome(1)],
    [point({ outcome: 'notDone' }), noReason(1)],
    [point({ outcome: 'notDone', answer: ' ' }), noReason(1)],
    [point(done, reason, { outcome: 'notDone', answer: '' }), noReason(3)],
    [point(reason, done, open), noOutcome(3)],
  ],
  passes: [
    point(done),
    point(done, done),
    point(reason),
    point(done, reason),
    point({ outcome: 'done', answer: 'Thanks' }),
    point(),
    'Rye',
    point(done, done, done, reason),
  ],
});

test('returns each finding with its piece, and one result for a check that finds nothing', () => {
  const sheet = {
    pieces: ['Blurb 1', 'Blurb 2', 'Blurb 3'].map((label) => ({
      key: label.toLowerCase().replace(' ', '-'),
      label,
      limits: { maxWords: 3 },
    })),
  };
  const pieces = [
    { key: 'blurb-1', text: 'One two three four' },
    { key: 'blurb-9', text: 'Of an older sheet' },
  ];
  assert.deepEqual(checkWork({ sheet, pieces, brief: {} }), [
    { key: 'filled', ok: 'no', words: '“Blurb 2” is empty.', piece: 'blurb-2' },
    { key: 'filled', ok: 'no', words: '“Blurb 3” is empty.', piece: 'blurb-3' },
    { key: 'words', ok: 'no', words: 'Blurb 1 has 4 words; the limit is 3.', piece: 'blurb-1' },
    { key: 'leftovers', ok: 'yes', words: 'No placeholders are left.' },
    { key: 'alike', ok: 'yes', words: 'All texts are different.' },
  ]);
});

test('counts the characters of a link as the platform counts them', () => {
  assert.equal(charactersOf(x, `${longLink} and https://a.example`), 23 + 5 + 23);
  assert.equal(charactersOf({}, '😀 é'), 3);
});

test('checks any long text within a second of processor time', async () => {
  const sheet = { pieces: [{ key: 'text', label: 'Text', limits: {} }] };
  for (const mark of ['[', '[[', '{', '<a', '_', '#', '"', 'https://', 'a@', ' ', 'TO']) {
    const pieces = [{ key: 'text', text: mark.repeat(200_000 / mark.length) }];
    const ms = await leastCpuMs(1_000, () => checkWork({ sheet, pieces, brief: {} }));
    assert.ok(ms <= 1_000, `${mark}: ${Math.round(ms)} ms`);
  }
});
