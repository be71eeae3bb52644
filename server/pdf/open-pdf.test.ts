import assert from 'node:assert/strict';
import test from 'node:test';
import { extractText } from 'unpdf';
import { openPdf } from './open-pdf.ts';

const sheetOf = (title: string) => {
  const pdf = openPdf({ title, author: 'Shop', paper: 'A4', at: new Date('2026-11-20T12:00:00Z') });
  pdf.write('H1', title);
  for (let n = 0; n < 400; n += 1) pdf.row(`Loaf ${n}`, `$${n}.00`);
  return pdf;
};

test('keeps this thread responsive while a document is drawn', async () => {
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

test('draws the same document once, and again when a word differs', async () => {
  const [one, same, other] = await Promise.all([
    sheetOf('Bread').finish(),
    sheetOf('Bread').finish(),
    sheetOf('Rolls').finish(),
  ]);
  assert.equal(one, same);
  assert.notDeepEqual(one, other);
});
