import assert from 'node:assert/strict';
import test from 'node:test';
import { findLayout } from './find-layout.ts';
import { readText } from './read-text.ts';

const found = (text: string, title = '') =>
  findLayout(readText(text), title, text).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);

test('finds a skipped heading level, but accepts any level for the first heading', () => {
  assert.deepEqual(found('# One\n\nText.\n\n### Three\n\nText.'), ['heading-skipped: Three']);
  assert.deepEqual(found('## Two\n\nText.\n\n### Three\n\nText.\n\n## Two again\n\nText.'), []);
});

test('finds a heading without text, but not one above its own subheadings', () => {
  assert.deepEqual(found('# Top\n\n## Empty\n\n## Full\n\nText.\n\n## Last'), [
    'empty-section: Empty',
    'empty-section: Last',
  ]);
});

test('ignores headings and links in code', () => {
  assert.deepEqual(found('# Top\n\nText.\n\n```sh\n### comment\n# [here](x)\n```\n\nSee `[here](x)`.'), []);
});

for (const [question, answer, isAnswered] of [
  ['How long does it take?', 'Patience helps, and so does a good knife.', false],
  ['How long does it take?', 'Most people finish over a weekend.', true],
  ['How much is a ticket?', 'It is worth every cent.', false],
  ['How much is a ticket?', 'Nothing. Children pay half.', true],
  ['What does delivery cost?', 'Our drivers know the city well.', false],
  ['What does delivery cost?', 'It depends on the weight.', true],
  ['When do you open?', 'We love early birds.', false],
  ['When do you open?', 'As soon as the bread is out of the oven.', true],
  ['Can I bring my dog?', 'Well-behaved pets are welcome.', true],
  ['How do I cancel?', 'Write to us.', true],
] as const) {
  test(`treats “${question}” as ${isAnswered ? 'answered' : 'open'} after “${answer}”`, () => {
    const kinds = found(`## ${question}\n\n${answer}`);
    assert.deepEqual(kinds, isAnswered ? [] : [`unanswered-question: ${question}`]);
    assert.equal(found(answer, question).length, isAnswered ? 0 : 1, 'as the title');
  });
}

test("finds links whose text doesn't tell where they lead", () => {
  assert.deepEqual(
    found('Click here for prices. See [here](/a), [read more](/b), [this page](/c) and [our prices](/d).'),
    ['vague-link: Click here', 'vague-link: here', 'vague-link: read more', 'vague-link: this page'],
  );
  assert.deepEqual(found('We have lived here for years. Read more books. You can click on the map.'), []);
});

test('finds images without a description', () => {
  assert.deepEqual(found('![](a.jpg) ![IMG_1234.jpg](b.jpg) ![image](c.png) ![Two loaves of rye](d.jpg)'), [
    'missing-alt: ![](a.jpg)',
    'missing-alt: ![IMG_1234.jpg](b.jpg)',
    'missing-alt: ![image](c.png)',
  ]);
});
