import assert from 'node:assert/strict';
import test from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import { openPdf } from './open-pdf.ts';

const sheetOf = (title: string) => {
  const pdf = openPdf({ title, author: 'Shop', paper: 'A4', at: new Date('2026-11-20T12:00:00Z') });
  pdf.write('H1', title);
  for (let n = 0; n < 400; n += 1) pdf.row(`Loaf ${n}`, `$${n}.00`);
  return pdf;
};

test('doesn’t block the calling thread while it draws a document', async () => {
  let turns = 0;
  let drawing = true;
  const turn = () => {
    turns += 1;
    if (drawing) setImmediate(turn);
  };
  turn();
  const drawn = await sheetOf('Loaves').finish();
  drawing = false;
  assert.ok(turns > 1000, `${turns} turns of the event loop`);
  const { text } = await extractText(new Uint8Array(drawn), { mergePages: true });
  assert.match(text, /Loaf 0\s+\$0\.00/);
  assert.match(text, /Loaf 399\s+\$399\.00/);
});

test('draws a repeated document only once, and draws a document again when a word differs', async () => {
  const [one, same, other] = await Promise.all([
    sheetOf('Bread').finish(),
    sheetOf('Bread').finish(),
    sheetOf('Rolls').finish(),
  ]);
  assert.equal(one, same);
  assert.notDeepEqual(one, other);
});

/** The texts of the first page with the positions where they begin (points). */
async function placed(texts: readonly string[]) {
  const pdf = openPdf({
    title: 'Scripts',
    author: 'Shop',
    paper: 'A4',
    at: new Date('2026-11-20T12:00:00Z'),
  });
  for (const text of texts) pdf.write('P', text);
  const bytes = await pdf.finish();
  const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1);
  const { items } = await page.getTextContent();
  return {
    bytes,
    items: items.flatMap((item) =>
      'str' in item && item.str.trim() !== ''
        ? [{ text: item.str, x: Number(item.transform[4]), end: Number(item.transform[4]) + item.width }]
        : [],
    ),
  };
}

test('aligns a paragraph by its direction, and places numbers where people read them', async () => {
  const { items } = await placed(['١٢ شارع النيل', 'רחוב הרצל 12', 'Street 12']);
  const right = 595.28 - 56;
  const ends = items.filter(({ end }) => Math.abs(end - right) < 1);
  assert.ok(
    ends.some(({ text }) => text.includes('١٢')),
    JSON.stringify(items),
  );
  const house = items.find(({ text, x }) => text.includes('12') && x > 100)!;
  assert.ok(
    items.some(({ text, x }) => /[א-ת]/u.test(text) && x >= house.x),
    JSON.stringify(items),
  );
  assert.ok(items.some(({ text, x }) => text.startsWith('Street') && Math.abs(x - 56) < 1));
});

test('has a glyph for each script and emoji, and contains the text for screen readers', async () => {
  const texts = ['क्षितिज', 'ভাষা', 'தமிழ்', 'ภาษาไทย', '東京', 'Bread 🍞 👩‍🍳 🇵🇱', 'محمد'];
  const { bytes, items } = await placed(texts);
  const text = items.map((item) => item.text).join('');
  for (const letter of ['क', 'ভ', 'த', 'ภ', '東', '🍞']) assert.ok(text.includes(letter), letter);
  // the text in UTF-16, as PDF's ActualText stores it
  assert.ok(bytes.includes(Buffer.from('محمد', 'utf16le').swap16()));
  for (const font of ['NotoSansDevanagari', 'NotoSansBengali', 'NotoSansTamil', 'NotoSansThai', 'NotoEmoji'])
    assert.ok(bytes.includes(font), font);
});
