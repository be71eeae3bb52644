import assert from 'node:assert/strict';
import test from 'node:test';
import { inflateRawSync } from 'node:zlib';
import type { Finding } from '#contract/analyzer-report.ts';
import { writeCorrectedDocx } from './save-corrected-docx.ts';

/** The files of a .docx, which is a zip archive: read from its central directory. */
async function unpack(blob: Blob): Promise<Record<string, string>> {
  const bytes = Buffer.from(await blob.arrayBuffer());
  const files: Record<string, string> = {};
  let at = bytes.readUInt32LE(bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1') + 16);
  while (bytes.readUInt32LE(at) === 0x02_01_4b_50) {
    const [size, named, extra, remark] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ];
    const local = bytes.readUInt32LE(at + 42);
    const body = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(body, body + size);
    const isPacked = bytes.readUInt16LE(at + 10) === 8;
    files[bytes.toString('utf8', at + 46, at + 46 + named)] = (
      isPacked ? inflateRawSync(packed) : packed
    ).toString('utf8');
    at += 46 + named + extra + remark;
  }
  return files;
}

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
  unpack(
    await writeCorrectedDocx(
      { title: 'Bread', text, findings },
      changed.map(([finding, replacement]) => ({ finding, replacement })),
      new Date('2026-11-25T12:00:00Z'),
    ),
  );
const wordsIn = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([^<]*)</${tag}>`, 'g'))].map(([, words]) => words);

test('tracks each change as a deletion and an insertion, and leaves the rest of the text as it was', async () => {
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

test('makes the other findings comments on their words, also over an end of line', async () => {
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
