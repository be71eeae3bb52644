import assert from 'node:assert/strict';
import test from 'node:test';
import type { Finding } from '#contract/instant/analyzer-report.ts';
import { readDocx } from '#test/read-docx.ts';
import { writeCorrectedDocx } from './save-corrected-docx.ts';

const text = '# Our bread\n\nWe recieve <mail> & love in order to bake.\n\nIt is made by us.';
function found(quote: string, more: Partial<Finding> = {}): Finding {
  const start = text.indexOf(quote);
  return {
    id: quote,
    part: 'clarity',
    kind: 'wordy',
    severity: 'hint',
    start,
    end: start + quote.length,
    what: `About “${quote}”`,
    why: 'Because.',
    how: 'Do it.',
    suggestions: [],
    cost: 1,
    ...more,
  };
}
const write = async (findings: Finding[], changed: [Finding, string][]) =>
  readDocx(
    await writeCorrectedDocx(
      { title: 'Bread', text, findings },
      changed.map(([finding, replacement]) => ({ finding, replacement })),
      new Date('2026-11-25T12:00:00Z'),
    ),
  );
const wordsIn = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([^<]*)</${tag}>`, 'g'))].map(([, words]) => words);

test('writes each change as a tracked deletion and insertion, and leaves the rest of the text unchanged', async () => {
  const spelling = found('recieve');
  const files = await write([spelling], [[spelling, 'receive']]);
  const xml = files['word/document.xml']!;
  assert.match(
    xml,
    /<w:del [^>]*w:author="Redline"[^>]*>.*?<w:delText[^>]*>recieve<\/w:delText>.*?<\/w:del>/,
  );
  assert.match(xml, /<w:ins [^>]*>.*?<w:t[^>]*>receive<\/w:t>.*?<\/w:ins>/);
  assert.equal(
    wordsIn(xml, 'w:t').join(''),
    'Our breadWe receive &lt;mail&gt; &amp; love in order to bake.It is made by us.',
  );
  assert.match(xml, /w:pStyle w:val="Heading1"/);
});

test('writes the other findings as comments on their words, also across a line break', async () => {
  const spelling = found('recieve');
  const files = await write(
    [
      spelling,
      found('in order to', { suggestions: ['to'] }),
      found('bake.\n\nIt is'),
      found('mail', { start: 0, end: 0 }),
    ],
    [[spelling, 'receive']],
  );
  const comments = wordsIn(files['word/comments.xml']!, 'w:t');
  assert.deepEqual(
    comments.filter((words) => words?.startsWith('About')),
    ['About “in order to”', 'About “bake.\n\nIt is”'],
  );
  assert.ok(comments.includes('Instead: to'));
  const xml = files['word/document.xml']!;
  for (const mark of ['w:commentRangeStart', 'w:commentRangeEnd', 'w:commentReference'])
    assert.equal(xml.match(new RegExp(`<${mark} `, 'g'))?.length, 2, mark);
  assert.ok(xml.indexOf('w:commentRangeStart w:id="1"') < xml.indexOf('w:commentRangeEnd w:id="1"'));
});
