import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { loadConfig } from './config.ts';
import {
  refuseForeignPages,
  refuseShopWithoutMail,
  refuseUnnamedSeller,
  refuseUndisclosedLanguageServer,
} from './refuse-unready-shop.ts';

const live = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  PUBLIC_URL: 'https://shop.redline.dev',
  SMTP_URL: 'smtp://user:word@mail.redline.dev',
  MAIL_FROM: 'Shop <shop@redline.dev>',
  OPERATOR_EMAIL: 'ann@redline.dev',
};
const testing = {
  ...live,
  STRIPE_SECRET_KEY: 'sk_test_1',
  PAYMENTS_ALLOW_SANDBOX: 'i-understand-orders-are-not-paid',
};

const refusal = (settings: Record<string, string>) => {
  try {
    refuseShopWithoutMail(loadConfig(settings));
    return undefined;
  } catch (error) {
    assert.equal((error as Error).name, 'StartError');
    return (error as Error).message;
  }
};

test('refuses a live shop without mail or with example addresses', () => {
  assert.equal(refusal(live), undefined);
  assert.match(refusal({ ...live, SMTP_URL: '' }) ?? '', /real money\. SMTP_URL is missing/);
  for (const address of [
    '',
    'you@example.com',
    'Ann <ann@shop.Example.ORG>',
    'ann@mail.example.net',
    'ann@shop.example',
    'ann@shop.test',
    'ann@shop.invalid',
    'ann@localhost',
  ])
    for (const name of ['MAIL_FROM', 'OPERATOR_EMAIL'])
      assert.match(refusal({ ...live, [name]: address }) ?? '', new RegExp(`${name} is an example address`));
  const both = refusal({ ...live, SMTP_URL: '', OPERATOR_EMAIL: '' }) ?? '';
  assert.match(both, /SMTP_URL is missing.*; OPERATOR_EMAIL is an example address/);
  assert.equal(refusal({ ...testing, SMTP_URL: '', OPERATOR_EMAIL: 'you@example.com' }), undefined);
});

test('refuses a live shop without the seller’s legal name, address or tax number', () => {
  const seller = { legalName: 'Quill Ltd', address: '4 Mill Lane, Leeds LS1 7BT', taxNumber: 'VAT GB 1' };
  const start = (settings: Record<string, string>, own?: typeof seller) => () =>
    refuseUnnamedSeller(loadConfig(settings), own);
  start(live, seller)();
  start(testing, { ...seller, address: '', taxNumber: '' })();
  for (const [own, name] of [
    [{ legalName: ' ' }, 'legalName'],
    [{ address: '' }, 'seller.address'],
    [{ address: '1 Example Street' }, 'seller.address'],
    [{ taxNumber: '' }, 'seller.taxNumber'],
  ] as const)
    assert.throws(start(live, { ...seller, ...own }), new RegExp(`Set ${name} in`));
  assert.throws(start(live), /Set seller\.address, seller\.taxNumber in contract\/shop\.ts/);
});

test('refuses a live shop whose pages were built for another address', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'redline-pages-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const write = (origin?: string) =>
    writeFileSync(join(folder, 'client-csp.json'), JSON.stringify({ origin, pages: {} }));
  const start = (settings: Record<string, string>) => () => refuseForeignPages(loadConfig(settings), folder);
  assert.throws(start(live), /built for an unknown address/);
  write();
  assert.throws(start(live), /built for an unknown address/);
  write('http://127.0.0.1:3000');
  assert.throws(
    start(live),
    /PUBLIC_URL is https:\/\/shop\.redline\.dev, but the pages were built for http:\/\/127\.0\.0\.1:3000\. Run/,
  );
  start(testing)();
  start({ ...live, STOREFRONT: 'elsewhere' })();
  for (const same of ['https://shop.redline.dev', 'https://Shop.Redline.dev:443']) {
    write(same);
    start(live)();
  }
});

test("refuses a live shop with a language server that its privacy policy doesn't mention", (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'redline-policy-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const page = join(folder, 'client', 'privacy-agreement');
  mkdirSync(page, { recursive: true });
  const start = (settings: Record<string, string>) => () =>
    refuseUndisclosedLanguageServer(loadConfig(settings), folder);
  const withReader = { ...live, LANGUAGETOOL_URL: 'http://127.0.0.1:8010' };
  assert.throws(start(withReader), /privacy policy/);
  writeFileSync(join(page, 'index.html'), '<p>No one else gets your data.</p>');
  assert.throws(start(withReader), /npm run build with LANGUAGETOOL_URL/);
  start(live)();
  start({ ...testing, LANGUAGETOOL_URL: 'http://127.0.0.1:8010' })();
  start({ ...withReader, STOREFRONT: 'elsewhere' })();
  writeFileSync(join(page, 'index.html'), '<p>A LanguageTool server that we run also checks your text.</p>');
  start(withReader)();
});
