import assert from 'node:assert/strict';
import test from 'node:test';
import { fileProblem } from '#contract/files.ts';
import { Refusal } from '#server/http/refusal.ts';
import {
  docx,
  type Entry,
  gif,
  heic,
  jpeg,
  openDocument,
  pdf,
  png,
  pptx,
  utf16,
  webp,
  xlsx,
  zip,
} from '#test/server/example-files.ts';
import { recognizeFile } from './recognize-file.ts';

const refusal = async (name: string, content: Buffer | string, by: 'customer' | 'staff' = 'customer') => {
  try {
    await recognizeFile(name, Buffer.from(content), by);
    return '';
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return error.errors['file']![0]!;
  }
};

const good: [name: string, content: Buffer | string, mediaType: RegExp][] = [
  ['menu.pdf', pdf(), /^application\/pdf$/],
  ['logo.png', png(), /^image\/png$/],
  ['logo.PNG', png(), /^image\/png$/],
  ['photo.jpg', jpeg(), /^image\/jpeg$/],
  ['photo.jpeg', jpeg(), /^image\/jpeg$/],
  ['photo.webp', webp(), /^image\/webp$/],
  ['old.gif', gif(), /^image\/gif$/],
  ['phone.heic', heic(), /^image\/heic$/],
  ['plan.docx', docx(), /wordprocessingml\.document$/],
  ['chart.docx', docx([{ name: 'word/embeddings/Microsoft_Excel_Sheet.xlsx' }]), /wordprocessingml/],
  ['table.xlsx', xlsx(), /spreadsheetml\.sheet$/],
  ['talk.pptx', pptx(), /presentationml\.presentation$/],
  ['plan.odt', openDocument('text'), /opendocument\.text$/],
  ['table.ods', openDocument('spreadsheet'), /opendocument\.spreadsheet$/],
  ['notes.txt', 'Slow bread is baked with time.\r\n\tAnd salt.\n', /^text\/plain$/],
  ['notes.md', '# Bread\n\n- rye\n- wheat, <br> and more\n', /^text\/plain$/],
  ['names.csv', 'name;price\nRye;4,50\n', /^text\/csv$/],
  ['marked.txt', '\ufeffWith a mark', /^text\/plain$/],
  ['windows.txt', utf16('Grüße aus Łódź'), /^text\/plain$/],
  ['begins-like-a-bitmap.txt', 'BMW is a brand, and this is a text.', /^text\/plain$/],
  ['begins-like-a-program.txt', 'MZ are two letters.', /^text\/plain$/],
  ['hebrew.txt', 'שלום עולם', /^text\/plain$/],
];

test('recognizes each kind of file by its content', async () => {
  for (const [name, content, mediaType] of good) {
    const found = await recognizeFile(name, Buffer.from(content), 'customer').catch((error: unknown) =>
      assert.fail(`${name}: ${error instanceof Refusal ? JSON.stringify(error.errors) : String(error)}`),
    );
    assert.match(found.mediaType, mediaType, name);
  }
});

const bad: [name: string, content: Buffer | string, words: RegExp][] = [
  [
    'logo.png',
    jpeg(),
    /^“logo\.png” is a JPEG image, not what its ending says\. Rename it so that it ends with \.jpg\.$/,
  ],
  ['photo.jpg', png(), /is a PNG image/],
  [
    'menu.pdf',
    'Bread, butter',
    /is a plain text, not what its ending says\. Rename it so that it ends with \.txt\./,
  ],
  ['menu.txt', pdf(), /is a PDF, not what/],
  ['plan.docx', xlsx(), /is an Excel workbook \(XLSX\)/],
  [
    'plan.docx',
    zip([{ name: 'a.txt' }]),
    /isn’t a Word document \(DOCX\) inside\. Open it and save it again\./,
  ],
  [
    'plan.docx',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
    /isn’t a Word document/,
  ],
  ['plan.docx', docx([{ name: 'word/vbaProject.bin' }]), /contains macros\. Save it without them\./],
  ['plan.docx', docx([{ name: 'word/VBAPROJECT.BIN' }]), /contains macros/],
  ['table.xlsx', xlsx([{ name: 'xl/macrosheets/sheet1.xml' }]), /contains macros/],
  ['plan.odt', openDocument('text', [{ name: 'Basic/Standard/Module1.xml' }]), /contains macros/],
  ['plan.docx', docx([{ name: 'word/media/all.zip' }]), /contains another archive/],
  ['plan.docx', docx([{ name: 'inner.RAR' }]), /contains another archive/],
  ['plan.docx', docx([{ name: 'bomb', unpacked: 4_000_000_000 }]), /too large unpacked/],
  [
    'plan.docx',
    docx(Array.from({ length: 3 }, (_, n) => ({ name: `${n}`, unpacked: 90_000_000 }))),
    /too large unpacked/,
  ],
  ['plan.docx', docx([{ name: 'shared', packed: 50_000_000 }]), /too large unpacked/],
  ['plan.docx', docx(Array.from({ length: 2_000 }, (_, n) => ({ name: `${n}` }))), /holds too much/],
  ['plan.docx', docx([{ name: 'zip64', unpacked: 0xff_ff_ff_ff }]), /can’t be read/],
  ['plan.docx', docx().subarray(0, -30), /can’t be read/],
  ['plan.docx', zip([{ name: 'word/document.xml' }], { count: 9 }), /can’t be read/],
  ['plan.docx', docx([{ name: 'a', isEncrypted: true }]), /locked with a password/],
  ['slides.odt', openDocument('presentation'), /isn’t an OpenDocument text/],
  ['page.txt', '<!DOCTYPE html><p>Hi', /contains HTML, XML or a script/],
  ['page.txt', '   <svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', /contains HTML/],
  ['page.txt', '<?xml version="1.0"?><svg/>', /contains HTML/],
  ['page.md', 'Look: <ScRiPt>alert(1)</script>', /contains HTML/],
  ['page.csv', 'a,b\n<html>,1', /contains HTML/],
  ['page.txt', utf16('<svg onload=alert(1)>'), /contains HTML/],
  ['run.txt', '#!/bin/sh\nrm -rf /', /contains HTML, XML or a script/],
  ['shell.txt', '<?php system($_GET["c"]);', /contains HTML/],
  ['nul.txt', 'a\0b', /isn’t a plain text inside/],
  ['latin1.txt', Buffer.from('Gr\xfc\xdfe', 'latin1'), /isn’t a plain text inside/],
  ['controls.txt', '\u0001\u0002\u0003\u0004 four of eight', /isn’t a plain text inside/],
  ['program.txt', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(300, 0x90)]), /isn’t a plain text inside/],
  ['elf.pdf', Buffer.concat([Buffer.from('\u007fELF'), Buffer.alloc(300)]), /isn’t a PDF inside/],
  [
    'film.png',
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(300)]),
    /isn’t a PNG image inside/,
  ],
  ['all.zip', zip([{ name: 'a.txt' }]), /isn’t a ZIP archive inside|isn’t/],
];

test('refuses other content with a sentence that names the file and says what to do', async () => {
  for (const [name, content, words] of bad) {
    const said = await refusal(name, content);
    assert.match(said, words, `${name}: ${said}`);
    assert.ok(said.startsWith(`“${name}” `) && said.endsWith('.'), said);
  }
});

test('takes ZIP archives of staff, without nested archives or bombs', async () => {
  assert.equal(await refusal('texts.zip', zip([{ name: 'a.txt' }, { name: 'b/c.txt' }]), 'staff'), '');
  const entries: Entry[] = [{ name: 'a.txt', unpacked: 3_000_000_000 }];
  assert.match(await refusal('texts.zip', zip(entries), 'staff'), /too large unpacked/);
  assert.match(await refusal('texts.zip', zip([{ name: 'b.zip' }]), 'staff'), /contains another archive/);
});

test('takes a polyglot only as what its first bytes are', async () => {
  const polyglots: [string, Buffer][] = [
    ['a.gif', gif('*/=1;alert(1)//<script>')],
    ['a.png', png('<html><script>alert(1)</script>')],
    ['a.png', png(docx([{ name: 'word/vbaProject.bin' }]))],
  ];
  for (const [name, content] of polyglots) {
    assert.equal(await refusal(name, content), '', name);
    for (const ending of ['txt', 'html', 'docx', 'pdf'])
      assert.notEqual(await refusal(`a.${ending}`, content), '', ending);
  }
});

test('answers for any bytes, and never takes half of a known file as something else', async () => {
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647);
  const heads = good.map(([, content]) => Buffer.from(content));
  let refused = 0;
  for (let round = 0; round < 600; round++) {
    const base = Buffer.from(heads[random() % heads.length]!);
    const cut = base.subarray(0, random() % (base.length + 1));
    for (let change = random() % 8; change > 0 && cut.length > 0; change--)
      cut[random() % cut.length] = random() % 256;
    for (const name of ['a.docx', 'a.png', 'a.txt']) if ((await refusal(name, cut)) !== '') refused += 1;
  }
  assert.ok(refused > 600, `${refused}`);
});

test('says what to do about a file that its name or size rules out', () => {
  const problem = (name: string, bytes = 10, by: 'customer' | 'staff' = 'customer') =>
    fileProblem({ name, bytes }, by) ?? '';
  assert.equal(
    problem('logo.svg'),
    '“logo.svg” isn’t a kind of file that we can take. Save it as PNG or PDF.',
  );
  assert.match(problem('plan.doc'), /Save it as DOCX or PDF\.$/);
  assert.match(problem('all.zip'), /Unpack it and add its files one by one\.$/);
  assert.match(problem('setup.exe'), /Use a PDF, Word, Excel/);
  assert.match(problem('no-ending'), /Use a PDF/);
  assert.equal(problem('all.zip', 10, 'staff'), '');
  assert.equal(problem('a.txt', 0), '“a.txt” is empty.');
  assert.equal(problem('a.txt', 26_214_401), '“a.txt” is larger than 25 MB. Make it smaller, or split it.');
  assert.equal(problem('a.txt', 26_214_400), '');
});
