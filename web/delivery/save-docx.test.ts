import assert from 'node:assert/strict';
import test from 'node:test';
import { readDocx, readXml } from '#test/read-docx.ts';
import { writeDocx } from './save-docx.ts';

type Shown = {
  text: string;
  list?: string;
  style?: string;
  left?: number;
  isRightToLeft?: true;
  cell?: true;
};

/** The paragraphs of a document, with the number or bullet that Word shows before each item of a list. */
async function shownBy(text: string, isMarkdown = true) {
  const files = await readDocx(await writeDocx('Delivered', text, isMarkdown));
  const numberOf = new Map<string, string>();
  const firsts: Record<string, number> = {};
  let [abstract, starts]: [string, number[]] = ['', []];
  readXml(files['word/numbering.xml'] ?? '<none/>', ({ name, attributes }) => {
    if (name === 'w:start') starts.push(Number(attributes['w:val']));
    if (name === 'w:abstractNum') {
      firsts[attributes['w:abstractNumId']!] = starts[0]!;
      starts = [];
    }
    if (name === 'w:abstractNumId') abstract = attributes['w:val']!;
    if (name === 'w:num') numberOf.set(attributes['w:numId']!, abstract);
  });
  const counts: Record<string, number> = {};
  const links: string[] = [];
  readXml(files['word/_rels/document.xml.rels']!, ({ attributes: { TargetMode, Target } }) => {
    if (TargetMode === 'External') links.push(Target!);
  });
  const paragraphs: Shown[] = [];
  let shown: Shown = { text: '' };
  let [item, depth] = ['', '0'];
  readXml(files['word/document.xml']!, ({ name, attributes, parents, text: words }) => {
    if (name === 'w:t') shown.text += words;
    if (name === 'w:tab' && parents.at(-1) === 'w:r') shown.text += '\t';
    if (name === 'w:br') shown.text += '\n';
    if (name === 'w:pStyle' && attributes['w:val'] !== 'ListParagraph') shown.style = attributes['w:val']!;
    if (name === 'w:ind') shown.left = Number(attributes['w:left']);
    if (name === 'w:bidi') shown.isRightToLeft = true;
    if (name === 'w:ilvl') depth = attributes['w:val']!;
    if (name === 'w:numId') item = attributes['w:val']!;
    if (name !== 'w:p') return;
    if (item !== '') {
      const id = numberOf.get(item)!;
      counts[item] = (counts[item] ?? firsts[id]! - 1) + 1;
      shown.list = `${depth} ${item === '1' ? '•' : counts[item]}`;
    }
    if (parents.includes('w:tc')) shown.cell = true;
    paragraphs.push(shown);
    [shown, item, depth] = [{ text: '' }, '', '0'];
  });
  return { paragraphs, links, xml: files['word/document.xml']! };
}
const textsOf = async (text: string) => (await shownBy(text)).paragraphs.map((one) => one.text);

test('writes a table with its cells, and the text after it', async () => {
  const { paragraphs, xml } = await shownBy(
    '# Prices\n\n| Bread | Price |\n|---|--:|\n| **Rye** | 4 \\| 5 |\n| Oat |\n\nAll day.',
  );
  assert.deepEqual(
    paragraphs.filter(({ cell }) => cell).map(({ text }) => text),
    ['Bread', 'Price', 'Rye', '4 | 5', 'Oat', ''],
  );
  assert.equal(xml.match(/<w:tr>|<w:tr /g)?.length, 3);
  assert.equal(paragraphs.at(-1)!.text, 'All day.');
});

test('begins each numbered list with the number it has in the text', async () => {
  const { paragraphs } = await shownBy(
    '3. three\n4. four\n\nThen:\n\n1. one\n\n   7. seven\n   8. eight\n2. two',
  );
  assert.deepEqual(
    paragraphs.map(({ text, list }) => [list, text]),
    [
      ['0 3', 'three'],
      ['0 4', 'four'],
      [undefined, 'Then:'],
      ['0 1', 'one'],
      ['1 7', 'seven'],
      ['1 8', 'eight'],
      ['0 2', 'two'],
    ],
  );
});

test('writes a task’s check box and its words in one paragraph', async () => {
  assert.deepEqual(await textsOf('- [ ] bake *bread*\n- [x] sleep'), ['[ ] bake bread', '[x] sleep']);
  assert.deepEqual(await textsOf('- [ ] bake\n\n  slowly\n\n- [x] sleep'), [
    '[ ] bake',
    'slowly',
    '[x] sleep',
  ]);
});

test('writes lists of any depth, each deeper one further in', async () => {
  const { paragraphs } = await shownBy(
    Array.from({ length: 11 }, (_, depth) => `${'  '.repeat(depth)}- level ${depth}`).join('\n'),
  );
  assert.deepEqual(
    paragraphs.map(({ text, left, list }) => [text, left, list]),
    Array.from({ length: 11 }, (_, depth) => [
      `level ${depth}`,
      400 * (depth + 1),
      `${Math.min(depth, 8)} •`,
    ]),
  );
  for (const marks of ['- '.repeat(29), '1. '.repeat(29), '> - '.repeat(14)]) {
    const { paragraphs: nested } = await shownBy(`${marks}deep`);
    assert.equal(nested.at(-1)!.text, 'deep');
    assert.ok(nested.at(-1)!.left! <= 7_200);
  }
});

test('writes quotes, code, tables and further paragraphs within list items', async () => {
  assert.deepEqual(
    await textsOf('- one\n\n  more\n\n  > said\n\n  ```\n  a\tb\n  c\n  ```\n- > quoted\n-\n- # head'),
    ['one', 'more', 'said', 'a\tb\nc', '', 'quoted', '', 'head'],
  );
});

test('writes a link only to a web or email address, and encodes characters that would break it', async () => {
  const { paragraphs, links } = await shownBy(
    '[a](https://x.example/?q="b"&c=<d>) [e](javascript:alert(1)) [f](<http://[>) ![g](https://x.example/g.png)',
  );
  assert.equal(paragraphs[0]!.text, 'a e f g');
  assert.deepEqual(links.length, 2);
  for (const link of links) assert.doesNotMatch(link, /["<>\s]/);
  assert.ok(links.includes('https://x.example/g.png'));
});

test('writes quotes, code, rules, HTML and entities as the page shows them', async () => {
  assert.deepEqual(
    await textsOf(
      '> A *quote*\n> goes on\n>\n> - in a list\n\n    code  here\n\n---\n\n<b>x</b>\n\na `<b>` &amp; ~~old~~',
    ),
    ['A quote\ngoes on', 'in a list', 'code  here', '', '<b>x</b>', 'a <b> &amp; old'],
  );
});

test('writes paragraphs from right to left', async () => {
  const { paragraphs } = await shownBy('**שלום** world\n\nHello שלום');
  assert.deepEqual(
    paragraphs.map(({ isRightToLeft }) => isRightToLeft),
    [true, undefined],
  );
});

test('writes a well-formed file for a text with any characters', async () => {
  const odd = Array.from({ length: 0x1_00_00 }, (_, code) =>
    code === 0xd8_00 ? '' : String.fromCodePoint(code),
  );
  for (const isMarkdown of [true, false])
    for (const part of [odd.slice(0, 0x30_00), odd.slice(0xd7_00)]) await shownBy(part.join(' '), isMarkdown);
  assert.equal((await shownBy('co\ufffeoperate\n\ntwo', false)).paragraphs[0]!.text, 'cooperate');
});
