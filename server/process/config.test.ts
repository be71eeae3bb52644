import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { builtOrigin, loadConfig, loadStorage } from './config.ts';

const allow = 'i-understand-orders-are-not-paid';

const refusal = (env: Record<string, string>) => {
  try {
    loadConfig(env);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

test('starts without any setting', () => {
  const config = loadConfig({ PATH: '/bin', PORT: '' });
  assert.equal(config.publicUrl, 'http://127.0.0.1:3000');
  assert.equal(config.payments, 'sandbox');
  assert.equal(config.databaseUrl, undefined);
});

test('computes the same origin for the built pages as for the server', () => {
  for (const env of [
    {},
    { PORT: '4000' },
    { HOST: '0.0.0.0', PORT: '' },
    { PORT: '4000', HOST: '::1' },
    publicUrl,
  ])
    assert.equal(builtOrigin(env), loadConfig({ ...env, PAYMENTS_ALLOW_SANDBOX: allow }).publicUrl);
});

test('names each wrong setting and its allowed values', () => {
  const wrong: [name: string, value: string, says: RegExp][] = [
    ['PORT', 'x', /PORT must be a whole number from 1 to 65535/],
    ['PORT', '70000', /PORT must be a whole number from 1 to 65535/],
    ['PUBLIC_URL', 'shop', /PUBLIC_URL must be a URL without a path/],
    ['PUBLIC_URL', 'https://shop.test/path', /PUBLIC_URL must be a URL without a path/],
    ['TRUST_PROXY', 'nginx', /TRUST_PROXY must be true, false, or a comma-separated list/],
    ['TRUST_PROXY', '10.0.0.0/33', /TRUST_PROXY must be/],
    ['DATABASE_URL', 'mysql://x', /DATABASE_URL must be a URL like postgres/],
    ['LANGUAGETOOL_URL', 'languagetool:8010', /LANGUAGETOOL_URL must be a URL without a path/],
    ['LANGUAGETOOL_URL', 'http://ann:pass@languagetool', /^(?!.*pass)Settings: LANGUAGETOOL_URL must be/],
    ['LANGUAGETOOL_URL', 'http://languagetool/v2/check', /LANGUAGETOOL_URL must be a URL without a path/],
    ['PAYMENTS', 'cash', /PAYMENTS must be sandbox, stripe or mollie/],
    ['STRIPE_SECRET_KEY', 'pk_test_1', /STRIPE_SECRET_KEY must be a secret or restricted key/],
    [
      'STRIPE_WEBHOOK_SECRET',
      'whsec_1, sk_test_1',
      /STRIPE_WEBHOOK_SECRET must be the webhook’s signing secret/,
    ],
    ['STRIPE_WEBHOOK_SECRET', ',', /STRIPE_WEBHOOK_SECRET must be the webhook’s signing secret/],
    ['MOLLIE_API_KEY', 'sk_test_1', /MOLLIE_API_KEY must be an API key/],
    ['MOLLIE_ORGANIZATION_TOKEN', 'live_1', /MOLLIE_ORGANIZATION_TOKEN must be an organization access token/],
    ['SMTP_URL', 'mail.example.com', /SMTP_URL must be a URL like smtp/],
    ['MAIL_FROM', 'shop', /MAIL_FROM must be an email address/],
    ['OPERATOR_EMAIL', 'a@b\nBcc: c@d', /OPERATOR_EMAIL must be an email address/],
    ['SESSION_SECRET', 'short', /SESSION_SECRET must be at least 32 characters/],
    ['SESSION_SECRET', `${'x'.repeat(40)}, short`, /SESSION_SECRET must be at least 32 characters/],
    ['CORS_ORIGINS', 'https://a.example/path', /CORS_ORIGINS must be a comma-separated list of origins/],
    ['LOG_LEVEL', 'loud', /LOG_LEVEL must be debug/],
    ['PASSWORD_MIN_LENGTH', '4', /PASSWORD_MIN_LENGTH must be a whole number from 8 to 128/],
    ['RATE_LIMIT_FACTOR', '0', /RATE_LIMIT_FACTOR must be a number above 0/],
    ['BUSY_AFTER_MS', '0', /BUSY_AFTER_MS must be a whole number from 100 to 600000/],
  ];
  for (const [name, value, says] of wrong) assert.match(refusal({ [name]: value }) ?? '', says);
  assert.match(refusal({ PORT: 'x', LOG_LEVEL: 'loud' }) ?? '', /PORT .*; LOG_LEVEL /);
});

test('reads the origin of a LanguageTool server', () => {
  assert.equal(loadConfig({}).languageTool, undefined);
  assert.equal(
    loadConfig({ LANGUAGETOOL_URL: 'http://10.0.0.7:8010/' }).languageTool,
    'http://10.0.0.7:8010',
  );
});

test('accepts proxies by address, range or kind', () => {
  for (const [value, proxies] of [
    ['true', true],
    ['false', false],
    ['10.0.0.1, fd00::/8, loopback', '10.0.0.1, fd00::/8, loopback'],
  ] as const)
    assert.equal(loadConfig({ TRUST_PROXY: value }).trustProxy, proxies);
});

test('shows no secret in the error about a wrong setting', () => {
  for (const name of [
    'SESSION_SECRET',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'MOLLIE_API_KEY',
    'MOLLIE_ORGANIZATION_TOKEN',
  ])
    assert.equal(refusal({ [name]: 'wrong-secret' })?.includes('wrong-secret'), false, name);
});

const publicUrl = { PUBLIC_URL: 'https://shop.example.com' };
const stripe = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const mollie = { PAYMENTS: 'mollie', MOLLIE_API_KEY: 'live_1' };

test('requires keys for a provider, and https for live mode', () => {
  for (const [env, says] of [
    [{ ...stripe, STRIPE_SECRET_KEY: '' }, /PAYMENTS=stripe requires STRIPE_SECRET_KEY/],
    [{ ...stripe, STRIPE_WEBHOOK_SECRET: '' }, /STRIPE_SECRET_KEY requires STRIPE_WEBHOOK_SECRET/],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, /STRIPE_SECRET_KEY requires STRIPE_WEBHOOK_SECRET/],
    [{ ...mollie, MOLLIE_API_KEY: '' }, /PAYMENTS=mollie requires MOLLIE_API_KEY/],
    [{ MOLLIE_ORGANIZATION_TOKEN: 'access_1' }, /MOLLIE_ORGANIZATION_TOKEN requires MOLLIE_API_KEY/],
    [
      { ...stripe, PUBLIC_URL: 'http://shop.test' },
      /with a live key requires PUBLIC_URL to be the shop’s https address/,
    ],
    [{ ...mollie, PUBLIC_URL: '' }, /with a live key requires PUBLIC_URL to be the shop’s https address/],
  ] as const)
    assert.match(refusal({ ...publicUrl, PAYMENTS_ALLOW_SANDBOX: allow, ...env }) ?? '', says);
  for (const env of [stripe, mollie])
    assert.equal(refusal({ ...env, ...publicUrl, NODE_ENV: 'production' }), undefined);
});

test('accepts the keys of a provider that is no longer chosen, for its earlier payments', () => {
  const config = loadConfig({
    ...stripe,
    STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2',
    ...mollie,
    ...publicUrl,
  });
  assert.equal(config.payments, 'mollie');
  assert.deepEqual(config.stripe, { secretKey: 'sk_live_1', webhookSecrets: ['whsec_1', 'whsec_2'] });
  assert.deepEqual(config.mollie, { apiKey: 'live_1' });
  const token = { MOLLIE_ORGANIZATION_TOKEN: 'access_1' };
  assert.deepEqual(loadConfig({ ...mollie, ...token, ...publicUrl }).mollie, {
    apiKey: 'live_1',
    organizationToken: 'access_1',
  });
});

test('rejects a provider’s test keys on a public production server', () => {
  for (const env of [
    { ...stripe, STRIPE_SECRET_KEY: 'sk_test_1' },
    { ...mollie, MOLLIE_API_KEY: 'test_1' },
  ]) {
    assert.match(refusal({ ...env, ...publicUrl }) ?? '', /with a test key doesn’t take real money/);
    assert.equal(refusal({ ...env, ...publicUrl, PAYMENTS_ALLOW_SANDBOX: allow }), undefined);
    assert.equal(refusal({ ...env, PUBLIC_URL: 'http://shop.test' }), undefined);
  }
});

test('refuses the sandbox on a public address unless a setting allows it', () => {
  for (const env of [
    { NODE_ENV: 'production' },
    { NODE_ENV: 'prod' },
    { NODE_ENV: 'PRODUCTION' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { PUBLIC_URL: 'https://shop.example.com' },
  ])
    assert.match(refusal(env) ?? '', /doesn’t take real money/);
  for (const origin of [
    'http://localhost:3000',
    'http://shop.test',
    'http://shop.local',
    'http://[::1]:3000',
  ])
    assert.equal(refusal({ PUBLIC_URL: origin }), undefined);
  const insists = { NODE_ENV: 'production', PAYMENTS_ALLOW_SANDBOX: allow };
  assert.equal(refusal(insists), undefined);
  assert.match(
    refusal({ ...insists, PAYMENTS_ALLOW_SANDBOX: 'yes' }) ?? '',
    /PAYMENTS_ALLOW_SANDBOX must be/,
  );
});

test('refuses a production start with an unencrypted remote database unless a setting allows it', () => {
  const line = (databaseUrl: string, NODE_ENV = 'production') =>
    refusal({ ...stripe, ...publicUrl, NODE_ENV, DATABASE_URL: databaseUrl });
  for (const elsewhere of [
    'postgres://shop:word@db.example.com/shop',
    'postgres://shop:word@10.0.0.7:5432/shop?sslmode=no-verify',
    'postgres://shop:word@db.example.com/shop?sslmode=prefer',
    'postgres:///shop?host=db.example.com&user=shop',
    'postgres://shop:word@localhost.example.com/shop',
  ]) {
    assert.match(line(elsewhere) ?? '', /DATABASE_URL points to another machine/, elsewhere);
    assert.doesNotMatch(line(elsewhere) ?? '', /word/);
    assert.equal(line(elsewhere, 'development'), undefined);
  }
  for (const fine of [
    'postgres:///shop?host=/run/postgresql&user=shop',
    'postgres://shop@%2Frun%2Fpostgresql/shop',
    'postgres://shop:word@localhost/shop',
    'postgres://shop:word@127.0.0.1:5432/shop',
    'postgres://shop:word@[::1]/shop',
    'postgres://shop:word@db.example.com/shop?sslmode=verify-full',
    'postgres://shop:word@database/shop?sslmode=disable',
  ])
    assert.equal(line(fine), undefined, fine);
});

test('reads a secret from a named file, and shows neither the secret nor a wrong one', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'redline-secrets-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const env = {
    ...publicUrl,
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY_FILE: file('key', 'sk_live_1\n'),
    STRIPE_WEBHOOK_SECRET_FILE: file('webhook', 'whsec_1, whsec_2\n'),
    DATABASE_URL_FILE: file('database', 'postgres:///shop?host=/run/postgresql\n'),
    SESSION_SECRET_FILE: file('session', `${'long'.repeat(9)}\n`),
    SMTP_URL_FILE: file('mail', 'smtp://shop:word@mail.example.com\n'),
    NODE_ENV: 'production',
  };
  const config = loadConfig(env);
  assert.deepEqual(config.stripe, { secretKey: 'sk_live_1', webhookSecrets: ['whsec_1', 'whsec_2'] });
  assert.equal(config.databaseUrl, 'postgres:///shop?host=/run/postgresql');
  assert.deepEqual(config.sessionSecrets, ['long'.repeat(9)]);
  assert.equal(config.smtpUrl, 'smtp://shop:word@mail.example.com');
  assert.deepEqual(loadStorage({ DATABASE_URL_FILE: env.DATABASE_URL_FILE }), {
    dataDir: './data',
    databaseUrl: 'postgres:///shop?host=/run/postgresql',
  });
  assert.match(
    refusal({ ...env, STRIPE_SECRET_KEY_FILE: join(folder, 'nowhere') }) ?? '',
    /STRIPE_SECRET_KEY_FILE can’t be read \(ENOENT\)/,
  );
  assert.match(
    refusal({ ...env, STRIPE_SECRET_KEY: 'sk_live_2' }) ?? '',
    /are both set\. Remove one of them/,
  );
  const wrong = refusal({ ...env, STRIPE_SECRET_KEY_FILE: file('wrong', 'wrong-secret') }) ?? '';
  assert.match(wrong, /STRIPE_SECRET_KEY must be/);
  assert.doesNotMatch(wrong, /wrong-secret/);
});
