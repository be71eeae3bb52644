import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { importsOf } from '#tools/imports.ts';

/**
 * The allowed imports, lowest layer first. A folder may import from the rows before its own, but not from others on its row or
 * from later rows. `x/*` are the files directly in x that have no row of their own.
 */
const contract = [
  ['contract/*'],
  ['contract/files', 'contract/catalogue'],
  ['contract/endpoint.ts', 'contract/instant', 'contract/work'],
  ['contract/storefront'],
  ['contract/desk'],
];
const server = [
  ...contract,
  ['server/process'],
  ['server/operator/operator-command.ts'],
  ['server/database'],
  ['server/ledger', 'server/jobs', 'server/http', 'server/audit/audit-entry.ts'],
  ['server/mail', 'server/pdf'],
  ['server/files', 'server/calendar'],
  ['server/audit'],
  ['server/books'],
  ['server/instant'],
  ['server/payments/provider'],
  rooms('server/payments', 'reduce-snapshot.ts returned-amount.ts order-price.ts'),
  ['server/payments/lock-payment.ts'],
  ['server/payments/payment-deps.ts', ...rooms('server/payments', 'sandbox stripe mollie')],
  ['server/payments/refunds'],
  ['server/payments/disputes', 'server/payments/movements'],
  ['server/payments/*', 'server/accounts'],
  ['server/staff'],
  ['server/payments/webhooks'],
  ['server/payments/audit'],
  ['server/orders', 'server/balance', 'server/support'],
  ['server/fulfilment'],
  ['server/backup', 'server/shop-emails.ts'],
  rooms('server/desk', 'desk-deps.ts brief-of.ts line-columns.ts name-actors.ts urgency.ts'),
  ['server/desk/find-line.ts', 'server/desk/find-lines-of-brand.ts'],
  ['server/desk/notes.ts'],
  rooms('server/desk', 'approvals notices'),
  ['server/desk/orders'],
  rooms('server/desk', 'line threads money emails calendar'),
  ['server/desk/search.ts', 'server/desk/reports'],
  ['server/desk/customers', 'server/desk/queue'],
  ['server/desk/*'],
  ['server/operator'],
  ['server/app.ts'],
  ['server/main.ts', 'server/operator/operate.ts'],
];
const web = [
  ...contract,
  ['ui', 'web/shell/page-meta.ts'],
  ['ui/order-form'],
  ['web/products'],
  ['web/api'],
  ['web/session', 'web/consent'],
  ['web/stored-orders'],
  ['web/balance', 'web/billing', 'web/pricing', 'web/reports'],
  ['web/checkout'],
  ['web/delivery'],
  rooms('web', 'home about contact legal services bundles order-form cart account cabinet pay not-found'),
  ['web/shell'],
  ['web/*'],
  ['web/build'],
];
const desk = [
  ...contract,
  ['ui'],
  ['ui/order-form'],
  ['desk/api'],
  ['desk/work/next-task.ts', 'desk/work/pulse.ts', 'desk/work/use-keys.ts'],
  ['desk/work/browser-notices.ts', 'desk/work/line-words.ts'],
  ['desk/work/order-words.ts'],
  ['desk/frame'],
  ['desk/log-in', 'desk/work', 'desk/charts'],
  rooms('desk', 'me team settings log today queue line tickets orders customers approvals money books'),
  ['desk/*'],
];
function rooms(folder: string, names: string): string[] {
  return names.split(' ').map((name) => `${folder}/${name}`);
}
const mayBeLong = [
  'contract/catalogue.json',
  'contract/storefront/address-metadata.json',
  'server/database/schema.ts', // generated
  'test/providers/request-schema.json',
  'test/providers/stripe-fixtures.json',
];
const emptyNames =
  /(^|\/)(index|utils?|helpers?|common|lib|shared|misc)[./]|-(service|manager|handler|helpers?|utils?)\./;
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

function* violations(path: string, source: string): Generator<string> {
  const name = path.split('/').at(-1) ?? '';
  if (!kebabCase.test(name)) yield `${path}: a file's name is kebab-case`;
  if (emptyNames.test(path)) yield `${path}: this name says nothing about what is inside`;
  if (path.split('/').length > 4) yield `${path}: folders go three deep`;
  if (source.split('\n').length > 401 && !mayBeLong.includes(path)) yield `${path}: more than 400 lines`;
  for (const [directive] of source.matchAll(/\/[/*] *(?:oxlint|eslint)-disable\b.*/g))
    if (!/ -- \S/.test(directive)) yield `${path}: "${directive}" gives no reason (-- because …)`;
  if (path.startsWith('demo/') && !path.endsWith('.test.ts'))
    for (const imported of importsOf(source))
      if (/^#(test|proofs|bench)\//.test(imported))
        yield `${path} is shipped and must not import ${imported}`;
  // Tests may import from any folder; the linter limits their imports.
  if (!/^(contract|server|ui|web|desk)\/.*\.tsx?$/.test(path) || path.endsWith('.test.ts')) return;
  for (const imported of importsOf(source)) {
    const target = /^\.{1,2}\//.test(imported) ? join(dirname(path), imported) : imported.replace(/^#/, '');
    if (target.includes('+types/') || mayImport(path, target)) continue;
    yield `${path} must not import ${imported}`;
  }
}

function mayImport(path: string, target: string): boolean {
  if (!/^(contract|server|ui|web|desk|demo|test|proofs|tools|bench)\//.test(target))
    return !path.startsWith('contract/') || /^zod($|\/)/.test(target);
  const storeys = /^(?:web|ui)\//.test(path) ? web : path.startsWith('desk/') ? desk : server;
  const [from, to] = [place(storeys, path), place(storeys, target)];
  if (!from || !to) return false;
  return from.row === to.row || to.storey < from.storey;
}

/** The most specific row of the table that contains the path. */
function place(storeys: string[][], path: string): { row: string; storey: number } | undefined {
  const holds = (row: string) =>
    row === path || path.startsWith(`${row}/`) || (row.endsWith('/*') && dirname(path) === row.slice(0, -2));
  return storeys
    .flatMap((rows, storey) => rows.filter(holds).map((row) => ({ row, storey })))
    .toSorted((a, b) => b.row.length - a.row.length)[0];
}

test('finds no file in a wrong folder and no forbidden import', () => {
  const files = globSync(
    '{contract,server,ui,web,desk,demo,test,proofs,tools,bench}/**/*.{ts,tsx,mjs,css,sql,json}',
  );
  assert.ok(files.length > 20);
  assert.deepEqual(
    files.flatMap((path) => [...violations(path, readFileSync(path, 'utf8'))]),
    [],
  );
});

test('detects every kind of forbidden import', () => {
  const found = (path: string, source: string) => [...violations(path, source)].length;
  assert.equal(found('server/orders/place-order.ts', "import { pay } from '#server/payments/pay.ts';"), 0);
  assert.equal(
    found('server/payments/pay.ts', "import { placeOrder } from '#server/orders/place-order.ts';"),
    1,
  );
  assert.equal(found('server/orders/place-order.ts', "import { top } from '#server/balance/top.ts';"), 1);
  assert.equal(found('web/cart/cart-page.tsx', "import {\n  a,\n} from '#ui/order-form/quote.ts';"), 0);
  assert.equal(found('web/stored-orders/quote.ts', "export { a } from '#web/cart/cart-page.tsx';"), 1);
  assert.equal(found('ui/button.tsx', "export { a } from '#web/products/promises.ts';"), 1);
  assert.equal(found('web/home/home-page.tsx', "const a = import('#server/app.ts');"), 1);
  assert.equal(found('web/home/home-page.tsx', "import '../routes.ts';"), 1);
  assert.equal(
    found('contract/money.ts', "import * as z from 'zod/mini';\nimport type { A } from './b.ts';"),
    0,
  );
  assert.equal(
    found('contract/money.ts', "import fs from 'node:fs';\nimport type { A } from '#web/a.ts';"),
    2,
  );
  assert.equal(found('server/main.ts', "import { a } from '#test/server/open-test-shop.ts';"), 1);
  assert.equal(found('demo/fill-demo.ts', "import { a } from '#test/server/open-test-shop.ts';"), 1);
  assert.equal(found('server/new-drawer/a.ts', "import { b } from '#server/database/b.ts';"), 1);
  assert.equal(found('server/orders/utils.ts', '\n'.repeat(401)), 2);
  assert.equal(
    found('web/order-form/PlaceOrder.tsx', '/'.repeat(2) + ' oxlint-disable-line react/no-danger'),
    2,
  );
  assert.equal(found('web/ui/a/b/c.ts', ''), 1);
});
