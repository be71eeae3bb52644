import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { HtmlValidate } from 'html-validate';
import { LinkChecker, LinkState } from 'linkinator';
import { root } from '#tools/root.ts';
import { startShop } from './shop.ts';

const client = join(root, 'build', 'client');
const files = globSync('**/*.html', { cwd: client });

test('builds valid HTML for every page', async () => {
  assert.ok(files.length > 10);
  const validator = new HtmlValidate({
    extends: ['html-validate:standard', 'html-validate:document'],
    rules: {
      'require-sri': ['error', { target: 'crossorigin' }],
      // React writes void elements and attributes in its own form, and inlines styles that have no class.
      'void-style': 'off',
      'attr-case': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'no-inline-style': 'off',
      'doctype-style': 'off',
    },
  });
  const found: string[] = [];
  for (const file of files) {
    const report = await validator.validateString(await readFile(join(client, file), 'utf8'), file);
    for (const { messages } of report.results)
      for (const { ruleId, message, selector } of messages)
        found.push(`${file}: ${ruleId}: ${message} at ${selector}`);
  }
  assert.deepEqual(found, []);
});

test('builds no link to a missing page or fragment', async () => {
  const shop = await startShop();
  try {
    const { links } = await new LinkChecker().check({
      path: shop.url,
      recurse: true,
      checkFragments: true,
      linksToSkip: async (link) => !link.startsWith(shop.url),
    });
    const broken = links.filter(({ state }) => state === LinkState.BROKEN);
    assert.deepEqual(
      broken.map(({ parent, url, status }) => `${parent}: ${url} (${status})`),
      [],
    );
    const pages = links.filter(({ state }) => state === LinkState.OK).map(({ url }) => new URL(url).pathname);
    assert.ok(pages.includes('/services/slogans'), 'the links were followed');
    await shop.stop();
  } finally {
    await shop.discard();
  }
});
