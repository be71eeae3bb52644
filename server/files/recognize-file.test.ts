import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fileProblem } from '#contract/files/files.ts';
import { Refusal } from '#server/http/refusal.ts';
import { docx, type Entry, gif, png, zip } from '#test/server/example-files.ts';
import { acceptedFiles, refusedFiles } from '#test/server/judged-files.ts';
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

test('recognizes each kind of file by its content', async () => {
  for (const [name, content, mediaType] of acceptedFiles) {
    const found = await recognizeFile(name, Buffer.from(content), 'customer').catch((error: unknown) =>
      assert.fail(`${name}: ${error instanceof Refusal ? JSON.stringify(error.errors) : String(error)}`),
    );
    assert.match(found.mediaType, mediaType, name);
  }
});

test('rejects other content with a sentence that names the file and what to do', async () => {
  for (const [name, content, words] of refusedFiles) {
    const said = await refusal(name, content);
    assert.match(said, words, `${name}: ${said}`);
    assert.ok(said.startsWith(`“${name}” `) && said.endsWith('.'), said);
  }
});

test('accepts ZIP archives from staff, but no nested archives and no ZIP bombs', async () => {
  assert.equal(await refusal('texts.zip', zip([{ name: 'a.txt' }, { name: 'b/c.txt' }]), 'staff'), '');
  const entries: Entry[] = [{ name: 'a.txt', unpacked: 3_000_000_000 }];
  assert.match(await refusal('texts.zip', zip(entries), 'staff'), /too large when unpacked/);
  assert.match(await refusal('texts.zip', zip([{ name: 'b.zip' }]), 'staff'), /contains another archive/);
});

test('accepts a file that is valid in two formats only as the kind of its first bytes', async () => {
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

test('rejects damaged and truncated files with a message, and never throws another error', async () => {
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647);
  const heads = acceptedFiles.map(([, content]) => Buffer.from(content));
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

test('explains what to do when a file’s name or size is not allowed', () => {
  const problem = (name: string, bytes = 10, by: 'customer' | 'staff' = 'customer') =>
    fileProblem({ name, bytes }, by) ?? '';
  assert.equal(problem('logo.svg'), '“logo.svg” isn’t a supported file type. Save it as PNG or PDF.');
  assert.match(problem('plan.doc'), /Save it as DOCX or PDF\.$/);
  assert.match(problem('all.zip'), /Unpack it and add its files one by one\.$/);
  assert.match(problem('setup.exe'), /Use a PDF, Word, Excel/);
  assert.match(problem('no-ending'), /Use a PDF/);
  assert.equal(problem('all.zip', 10, 'staff'), '');
  assert.equal(problem('a.txt', 0), '“a.txt” is empty.');
  assert.equal(problem('a.txt', 26_214_401), '“a.txt” is larger than 25 MB. Make it smaller, or split it.');
  assert.equal(problem('a.txt', 26_214_400), '');
});

/** The refusal of a file, and how many turns of the event loop it took. */
async function turnsOf(name: string, content: Buffer) {
  let turns = 0;
  let isDone = false;
  const judged = refusal(name, content).finally(() => (isDone = true));
  while (!isDone) {
    await setImmediate();
    turns += 1;
  }
  return { turns, said: await judged };
}

test('doesn’t block the process while it reads a large text', async () => {
  const { turns, said } = await turnsOf('notes.txt', Buffer.alloc(25 * 1024 * 1024, 1));
  assert.match(said, /isn’t actually a plain text file/);
  assert.ok(turns >= 100, `${turns} turns`);
});

test('doesn’t block the process while it reads the content types of an Office file', async () => {
  const types = `<Types>${'<Default Extension="a"/>'.repeat(16_000)}</Types>`;
  const { turns, said } = await turnsOf('a.docx', zip([{ name: '[Content_Types].xml', content: types }]));
  assert.match(said, /isn’t actually a Word document/);
  assert.ok(turns >= 40, `${turns} turns`);
});
