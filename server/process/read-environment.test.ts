import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { loadConfig } from './config.ts';
import { parseEnvironment } from './read-environment.ts';

const refusal = (act: () => unknown) => {
  try {
    act();
    return '';
  } catch (error) {
    assert.equal((error as Error).name, 'StartError', String(error));
    return (error as Error).message;
  }
};

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const mark = '\uFEFF';

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'redline-settings-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The settings that a process in the folder reads from its `.env`. */
function readIn(folder: string): string {
  const module = JSON.stringify(join(import.meta.dirname, 'config.ts'));
  const script = `const { readEnvironment } = await import(${module});
    try { console.log(JSON.stringify(readEnvironment())); } catch (error) { console.log(error.name + ': ' + error.message); }`;
  const args = ['--input-type=module', '-e', script];
  return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env: {} }).trim();
}

test('reads a .env in each encoding that editors write', (t) => {
  const folder = folderOf(t);
  const text = 'DATABASE_URL=postgres://shop@one/shop\nMAIL_FROM=Zoë <zoe@shop.example>\n';
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(mark + text),
    Buffer.from((mark + text).replaceAll('\n', '\r\n')),
    utf16(text),
    utf16(mark + text),
    utf16(text).swap16(),
    utf16(mark + text).swap16(),
  ]) {
    writeFileSync(join(folder, '.env'), bytes);
    assert.deepEqual(JSON.parse(readIn(folder)), {
      DATABASE_URL: 'postgres://shop@one/shop',
      MAIL_FROM: 'Zoë <zoe@shop.example>',
    });
  }
});

test("refuses a .env that isn't text, or has an unknown name", (t) => {
  const folder = folderOf(t);
  for (const [content, says] of [
    [Buffer.from('MAIL_FROM=Zo\xeb <zoe@shop.example>\n', 'latin1'), /^StartError: .*\.env isn’t text. Save/],
    [Buffer.from([0xff, 0xfe, 0, 0, 0x50, 0, 0, 0]), /^StartError: .*\.env isn’t text/],
    [Buffer.from('PORT=3000\0\n'), /^StartError: .*\.env isn’t text/],
    ['PROT=4000\n', /PROT is not a setting; did you mean PORT\?/],
    ['smtp_url=smtp://mail\n', /smtp_url is not a setting; did you mean SMTP_URL\?/],
    ['SMTP_HOST=mail\n', /SMTP_HOST is not a setting\. The README lists them all/],
  ] as const) {
    writeFileSync(join(folder, '.env'), content);
    assert.match(readIn(folder), says);
  }
  writeFileSync(join(folder, '.env'), 'SHOP_HOST=shop.example\nTZ=UTC\nAPI_ROOT=https://shop.example\n');
  assert.match(readIn(folder), /"TZ":"UTC"/);
});

test('refuses to start without the settings of a .env that is a broken link or is named .env.txt', (t) => {
  const folder = folderOf(t);
  const [file, named] = [join(folder, '.env'), join(folder, '.env.txt')];
  writeFileSync(named, 'PORT=4000\n');
  assert.match(readIn(folder), /^StartError: Settings: \.env\.txt isn’t read\. Rename it to \.env\.$/);
  symlinkSync(join(folder, 'gone'), file);
  assert.match(readIn(folder), /^StartError: Settings: \.env can’t be read \(ENOENT\)\.$/);
  rmSync(file);
  symlinkSync(named, file);
  assert.deepEqual(JSON.parse(readIn(folder)), { PORT: '4000' });
});

test('refuses a folder with ~, $, quotation marks or a URL scheme', () => {
  for (const name of ['DATA_DIR', 'BACKUP_DIR'])
    for (const typed of [
      '~',
      '~/shop',
      '"/srv/data"',
      "'./data'",
      '$HOME/data',
      '“/srv/data”',
      'file:///srv/data',
    ])
      assert.equal(
        refusal(() => loadConfig({ [name]: typed })),
        `Settings: ${name} must be the path of a folder, like /srv/shop/data, without ~, $ or quotation marks.`,
        typed,
      );
  for (const typed of ['./data', '/srv/Zoë’s shop/data ~ 2', 'data-~'])
    assert.equal(loadConfig({ DATA_DIR: typed }).dataDir, typed);
});

test('reads each line of a .env with quotation marks, comments and spaces as its value', () => {
  assert.deepEqual(
    parseEnvironment(
      '# first\r\n\r\nA = 5 \n  export B=x # why\nC="a#b" # c\nD=\'"Shop: one" <a@b.c>\'\nE="two\\nlines"\nF="two\nlines"\nG=\nH=`\'"`\nI= # none\nJ=don\'t',
    ),
    {
      A: '5',
      B: 'x',
      C: 'a#b',
      D: '"Shop: one" <a@b.c>',
      E: 'two\nlines',
      F: 'two\nlines',
      G: '',
      H: '\'"',
      I: '',
      J: "don't",
    },
  );
});

test('refuses a .env line that can’t be read completely or repeats a name, and shows no value', () => {
  for (const [text, says] of [
    ['PORT=1\nSESSION_SECRET=my#secret\n', /SESSION_SECRET in \.env contains #.* in single quotes/],
    ['SESSION_SECRET=#my-secret\n', /SESSION_SECRET in \.env contains #/],
    ['PORT=1\nSESSION_SECRET="my-secret\n', /SESSION_SECRET \(line 2 of \.env\) can’t be read/],
    ['SESSION_SECRET="my"-secret\n', /SESSION_SECRET \(line 1 of \.env\) can’t be read/],
    ['MAIL_FROM="Shop: one" <a@my-secret.example>\n', /MAIL_FROM \(line 1 of \.env\) can’t be read/],
    ['\n\nSESSION_SECRET: my-secret\n', /line 3 of \.env can’t be read\. Write NAME=value/],
    ['my-secret\n', /line 1 of \.env can’t be read/],
    ['SESSION_SECRET=“my-secret”\n', /SESSION_SECRET in \.env begins with a curly quotation mark/],
    ['SESSION_SECRET=„my-secret“\n', /straight quotation marks/],
    ['PORT=1\nPORT=2\n', /PORT is in \.env twice/],
  ] as const) {
    const message = refusal(() => parseEnvironment(text));
    assert.match(message, says);
    assert.doesNotMatch(message, /secret\b(?!s)(?<!SECRET)/);
  }
});

test('reads a setting’s file in each encoding, and refuses one that is empty or not text', (t) => {
  const folder = folderOf(t);
  const file = join(folder, 'mail');
  const settings = { SMTP_URL_FILE: file };
  const url = 'smtp://shop:word@mail.shop.example';
  for (const bytes of [
    Buffer.from(`${mark}${url}\r\n`),
    utf16(`${url}\n`),
    utf16(`${mark}${url}`).swap16(),
    Buffer.from(` ${url}\u00a0`),
  ]) {
    writeFileSync(file, bytes);
    assert.equal(loadConfig(settings).smtpUrl, url);
  }
  for (const [bytes, says] of [
    [Buffer.from('smtp://shop:w\xf6rd@mail', 'latin1'), /SMTP_URL_FILE isn’t text\. Save the file as UTF-8/],
    [Buffer.from(' \n'), /SMTP_URL_FILE names an empty file/],
    [Buffer.from(`${url}\nsmtp://other`), /SMTP_URL contains a line break/],
  ] as const) {
    writeFileSync(file, bytes);
    const message = refusal(() => loadConfig(settings));
    assert.match(message, says);
    assert.doesNotMatch(message, /@/);
  }
  assert.match(
    refusal(() => loadConfig({ SMTP_URL_FILE: folder })),
    /SMTP_URL_FILE can’t be read \(EISDIR\)/,
  );
});

test('reports a variable whose name resembles a setting', () => {
  for (const [name, meant] of [
    ['SMTP_ULR', 'SMTP_URL'],
    ['SMTP_UR', 'SMTP_URL'],
    ['smtp_url', 'SMTP_URL'],
    ['STRIPE_WEBHOOK_SECRETS', 'STRIPE_WEBHOOK_SECRET'],
    ['STRIPE_SECRETKEY_FILE', 'STRIPE_SECRET_KEY_FILE'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['MAILFROM', 'MAIL_FROM'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
  ] as const)
    assert.equal(
      refusal(() => loadConfig({ [name]: 'my-secret' })),
      `Settings: ${name} is not a setting; did you mean ${meant}? Correct or remove it.`,
    );
  const others =
    'HOME HOSTNAME LOGNAME MAIL NVM_DIR HTTP_PROXY NODE_PATH TMPDIR INVOCATION_ID DEBUG_PORT STATE_DIRECTORY npm_config_cache';
  assert.equal(
    refusal(() => loadConfig(Object.fromEntries(others.split(' ').map((name) => [name, '1'])))),
    '',
  );
});

test('refuses a value with an invisible character', () => {
  for (const value of [
    'a\u200b@shop.example',
    'Shop\u202e <a@shop.example>',
    'Sho\ufffdp <a@shop.example>',
    'Shop\n<a@shop.example>',
  ])
    assert.match(
      refusal(() => loadConfig({ MAIL_FROM: value })),
      /MAIL_FROM contains a line break, or a character/,
    );
  assert.equal(
    loadConfig({ MAIL_FROM: '\ufeff Zoë 👩‍🎨 <a@shop.example> ' }).mailFrom,
    'Zoë 👩‍🎨 <a@shop.example>',
  );
});
