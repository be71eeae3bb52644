import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { cleanFileName, endingOf, fileBounds, fileEndings, fileKinds } from '#contract/files/files.ts';
import { openTestShop } from '#test/server/open-test-shop.ts';
import { acceptedFiles, refusedFiles } from '#test/server/judged-files.ts';
import { customerPost, sendFile } from '#test/server/upload-file.ts';

/** Names of files that contain a path, break a header, hide their file extension or are too long. */
const names = [
  'menu',
  '../../../etc/passwd',
  '..\\..\\windows\\system32\\menu',
  '/absolute/menu',
  '%2e%2e%2fmenu',
  'menu "today"',
  "o'brien's menu",
  'menu; filename=other.html',
  'menu\r\nSet-Cookie: a=b',
  'menu\0.html',
  'Speisekarte für Łódź',
  'תפריט',
  'menu \u202egnp.exe',
  '\u200bmenu\ufeff',
  '☕ 100% menu',
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("x")',
  'con',
  'menu.html',
  '~$menu',
  'a/b\\c:d|e',
  '.htaccess',
  '\ud800menu',
  'long '.repeat(1_000),
];

/** The grammar of a quoted name and its encoded form (RFC 6266, 4.1, and RFC 8187, 3.2.1). */
const header =
  /^attachment; filename="(?<plain>[\x20-\x7e]+)"(?:; filename\*=UTF-8''(?<whole>(?:[\w!#$&+.^`|~-]|%[\dA-F]{2})+))?$/;

const ofEachKind = acceptedFiles.filter(
  ([name], index) => acceptedFiles.findIndex(([other]) => endingOf(other) === endingOf(name)) === index,
);

/** Runs one task for each item, eight at a time. */
async function forEach<Item>(items: readonly Item[], task: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await task(item);
    }),
  );
}

test('accepts each allowed kind of file under any name, serves it under a safe name, and rejects others', async (t) => {
  const outside = await mkdtemp(join(tmpdir(), 'redline-corpus-'));
  t.after(() => rm(outside, { recursive: true, force: true }));
  const folder = join(outside, 'a/b/files');
  const shop = await openTestShop({
    settings: { FILES_URL: `file://${folder}`, RATE_LIMIT_FACTOR: '1000' },
  });
  t.after(() => shop.close());
  const { auth } = await shop.confirmedCustomer();
  const post = customerPost(shop, auth);

  const good = ofEachKind.flatMap(([name, content, mediaType]) =>
    names.map((start) => ({ name: `${start}.${endingOf(name)}`, content: Buffer.from(content), mediaType })),
  );
  const kept = new Set<string>();
  await forEach(good, async ({ name, content, mediaType }) => {
    const { status, body } = await sendFile(post, name, content);
    assert.equal(status, 200, `${name.slice(0, 80)}: ${JSON.stringify(body)}`);
    const file = body.file!;
    kept.add(file.id);
    assert.equal(file.name, cleanFileName(name));
    assert.ok([...file.name].length <= fileBounds.name, file.name);
    assert.doesNotMatch(file.name, /[/\\:"<>|?*\p{Cc}\p{Cf}]|^\./u);
    assert.match(file.mediaType, mediaType);
    const served = await fetch(`${shop.origin}/api/files/${file.id}`, { headers: auth });
    assert.deepEqual(Buffer.from(await served.arrayBuffer()), content);
    assert.equal(served.headers.get('set-cookie'), null);
    const { plain, whole } = header.exec(served.headers.get('content-disposition')!)!.groups!;
    assert.doesNotMatch(plain!, /["\\]/);
    assert.equal(decodeURIComponent(whole ?? plain!), file.name);
  });

  // files of each kind with the ending of each other kind, and files that are refused for their content
  const sameKind = (one: string, other: string) =>
    Object.values(fileKinds).some(({ endings }) =>
      [one, other].every((ending) => (endings as readonly string[]).includes(ending)),
    );
  const isText = (ending: string) => ['txt', 'md', 'markdown', 'csv'].includes(ending);
  const bad = [
    ...ofEachKind.flatMap(([name, content]) =>
      fileEndings.customer
        .filter((ending) => !sameKind(ending, endingOf(name)) && !(isText(ending) && isText(endingOf(name))))
        .map((ending) => [`wrong.${ending}`, content, /^“wrong\.\w+” is(?:n’t)? actually an? /] as const),
    ),
    ...refusedFiles,
  ];
  await forEach(bad, async ([name, content, words]) => {
    const begun = await post<{ id?: string; errors?: Record<string, string[]> }>('uploads', {
      name,
      bytes: Buffer.byteLength(content),
    });
    const { status, body } = begun.status === 200 ? await sendFile(post, name, Buffer.from(content)) : begun;
    assert.equal(status, 400, name);
    const said = body.errors!['file']![0]!;
    if (begun.status === 200) assert.match(said, words, name);
    assert.ok(said.startsWith(`“${name}” `) && said.endsWith('.'), said);
  });
  assert.ok(good.length + bad.length >= 600, `${good.length} and ${bad.length} files`);

  await shop.app.jobs.drain();
  const left = (await readdir(outside, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  for (const { parentPath } of left) assert.ok(parentPath.startsWith(folder), parentPath);
  const stored = left.map(({ name }) => name).filter((name) => name !== 'store-number');
  assert.deepEqual(new Set(stored.filter((name) => !name.includes('.'))), kept);
});
