import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { root } from '#tools/root.ts';

const documents = [...globSync('{*,docs/**/*,bench/*}.md', { cwd: root })].map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}));

test('finds every link target in the documents', () => {
  assert.ok(documents.length > 20);
  for (const { file, text } of documents)
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)#]*)(?:#[^)]*)?\)/g))
      assert.ok(existsSync(join(root, dirname(file), target)), `${file}: ${target}`);
});

test('finds every npm command that a document names', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  for (const { file, text } of documents)
    for (const [, name = ''] of text.matchAll(/npm run (?:--silent )?([a-z:]+)/g))
      assert.ok(name in scripts, `${file}: npm run ${name}`);
});

test('finds every setting in the README, and only known settings in the examples', () => {
  const settings = ['config.ts', 'provider-keys.ts', 'backup-settings.ts'].flatMap((file) =>
    [...readFileSync(join(root, 'server/process', file), 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+): z\./gm)].map(
      ([, name]) => name,
    ),
  );
  const readme = documents.find(({ file }) => file === 'README.md')!.text;
  for (const name of settings) if (name !== 'NODE_ENV') assert.ok(readme.includes(`\`${name}\``), name);
  const example = readFileSync(join(root, 'deploy/shop.env.example'), 'utf8');
  for (const [, name] of example.matchAll(/^([A-Z_]+)=/gm)) assert.ok(settings.includes(name), name);
});
