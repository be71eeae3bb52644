/** Applies the diffs of docs/make-it-yours.md to a copy of the shop, checks, builds and opens it, and places an order. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { runCommand } from '#tools/run-command.ts';
import { root } from '#tools/root.ts';
import { askRunningShop } from '#server/operator/operator-socket.ts';
import { copyServer } from '#test/repository/copy-server.ts';
import { openShopper } from './shopper.ts';
import { startShop } from './shop.ts';

let house: string;

type Change = { file: string; before: string; after: string };

/** Every hunk of every diff in the document. */
function readChanges(markdown: string): Change[] {
  return [...markdown.matchAll(/^```diff\n--- a\/(\S+)\n\+\+\+ b\/\1\n([\s\S]*?)^```$/gm)].flatMap(
    ([, file = '', hunks = '']) =>
      hunks
        .split(/^@@\n/m)
        .filter(Boolean)
        .map((hunk) => ({ file, before: side(hunk, '-'), after: side(hunk, '+') })),
  );
}

const side = (hunk: string, sign: string): string =>
  hunk
    .split('\n')
    .filter((line) => line.startsWith(' ') || line.startsWith(sign))
    .map((line) => `${line.slice(1)}\n`)
    .join('');

async function edit({ file, before: old, after: changed }: Change): Promise<void> {
  const path = join(house, file);
  const parts = (await readFile(path, 'utf8')).split(old);
  assert.equal(parts.length, 2, `this stands not once in ${file}:\n${old}`);
  await writeFile(path, parts.join(changed));
}

const settings = { LANGUAGETOOL_URL: 'http://127.0.0.1:8010' };
const run = async (command: string, ...args: string[]) => {
  const { ok, output } = await runCommand(command, args, { ...process.env, ...settings }, house);
  assert.ok(ok, output);
};

before(async () => {
  house = await mkdtemp(join(tmpdir(), 'redline-yours-'));
  copyServer(house);
});
after(() => rm(house, { recursive: true, force: true }));

type Purchase = { price: number; orderTypes: number[]; orderDetails: never[] };

/** Opens the copied shop, buys these products and audits the books. Returns the receipts as text. */
async function buy(...purchases: Purchase[]): Promise<string[]> {
  // builds only the storefront
  const shop = await startShop({ DESK: 'off' }, { house });
  try {
    const shopper = await openShopper(shop);
    const receipts: string[] = [];
    for (const purchase of purchases) {
      const placed = await shopper.order(purchase);
      const paid = await shopper.pay(placed);
      assert.deepEqual([paid.status, paid.amount], ['paid', purchase.price]);
      const letter = await shop.letter(shopper.email, new RegExp(placed.orderNumber));
      receipts.push(letter.text ?? '');
    }
    const audit = await askRunningShop(shop.dataDir, {
      name: 'audit',
      words: [],
      operator: 'ann',
    });
    assert.match(audit?.output ?? '', /The books balance/);
    await shop.stop();
    return receipts;
  } finally {
    await shop.discard();
  }
}

const details = (brief: object) => ({
  quantity: 1,
  variant: 'standard',
  options: {},
  express: false,
  brief,
});
const release = {
  price: 9_500,
  orderTypes: [11],
  orderDetails: [details({ news: 'The old mill opens again on Monday, with bread.' })] as never[],
};

test('changes brand, price, service, bundle and currency by the diffs in docs/make-it-yours.md', async () => {
  const changes = readChanges(await readFile(join(root, 'docs/make-it-yours.md'), 'utf8'));
  assert.equal(changes.length, 8);
  for (const change of changes) await edit(change);
  await run('react-router', 'typegen');
  await run('tsc', '-b');
  await run('react-router', 'build');

  const page = async (address: string) =>
    readFile(join(house, 'build/client', address, 'index.html'), 'utf8');
  const home = await page('/');
  for (const words of ['Words that earn their place', 'Press releases', 'Launch day', 'Prices in euros'])
    assert.ok(home.includes(words), words);
  assert.doesNotMatch(home, /Redline|\$\d|dollar/);
  const slogans = await page('/services/slogans');
  assert.ok(slogans.includes('€139') && !slogans.includes('€129') && !/\$\d/.test(slogans));
  assert.match(
    await page('/services/press-releases'),
    /<title>Press releases — from €95 – Golden Quill<\/title>/,
  );
  assert.match(await page('/services/press-releases/order-service'), /Golden Quill/);
  const bundle = await page('/bundles/launch-day');
  assert.match(bundle, /<title>Launch day — €159 bundle – Golden Quill<\/title>/);
  assert.match(bundle, /Save 8% compared with ordering separately/);
  // the repository's own pages are built without a language server
  const reader = /a LanguageTool server that we run also checks your text/;
  assert.match(await page('/privacy-agreement'), reader);
  assert.doesNotMatch(
    await readFile(join(root, 'build/client/privacy-agreement/index.html'), 'utf8'),
    reader,
  );
  const sitemap = await readFile(join(house, 'build/client/sitemap.xml'), 'utf8');
  assert.match(sitemap, /services\/press-releases</);
  assert.match(sitemap, /bundles\/launch-day</);

  const launch = { offer: 'A bakery with slow bread for early risers.' };
  const bought = { price: 15_900, orderTypes: [12], orderDetails: [details(launch)] as never[] };
  const [receipt = '', bundleReceipt = ''] = await buy(release, bought);
  assert.match(receipt, /€95\.00/);
  assert.match(receipt, /Golden Quill/);
  assert.match(bundleReceipt, /€159\.00/);
});

test('shows whole amounts in a currency without decimals', async () => {
  const file = join(house, 'contract/shop.ts');
  await writeFile(file, (await readFile(file, 'utf8')).replace("code: 'eur'", "code: 'jpy'"));
  const [receipt = ''] = await buy({ ...release, price: 9_500 });
  assert.match(receipt, /¥9,500(?!\.)/);
});
