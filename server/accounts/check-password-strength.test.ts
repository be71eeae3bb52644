import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { shop } from '#contract/shop.ts';
import { leastCpuMs } from '#test/least-cpu-ms.ts';
import { checkPasswordStrength } from './check-password-strength.ts';

before(() => checkPasswordStrength('the dictionaries are loaded', [], 8));

const filled = (pattern: string) => pattern.repeat(128).slice(0, 128);
const hostile = [
  'a',
  '|',
  '@4',
  'p4$$w0rd',
  '1!|l7+t',
  '({[<c6',
  '4@8({[<6369|!1$5+7%2',
  '$5$5z2',
  '11/11/1911',
  '19901990',
  'lovepassworddragon',
  'qwertyuiop',
  '😀',
  ...Array.from({ length: 8 }, (_, n) =>
    Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + ((i * 37 + n * 11) % 94))).join(''),
  ),
].map(filled);

test('checks any password quickly, whatever the length of the password and the name', async () => {
  const longName = filled('@4 p4$$w0rd-l33t ');
  const most = 120;
  for (const password of hostile) {
    const ms = await leastCpuMs(most, () => checkPasswordStrength(password, ['Ann', longName, password], 8));
    assert.ok(ms <= most, `${password}: ${ms} ms`);
  }
});

test('rejects common passwords, the shop’s name and the customer’s own name and address with a reason', async () => {
  const cases: [string, RegExp][] = [
    ['password', /most common/],
    ['QWERTYUIOP', /most common/],
    [`${shop.name}2026`, /Don’t use your name, email or “Redline” in your password/],
    // only the rule about the shop's name rejects this one
    [`${shop.name}7431`, /Don’t use your name, email or “Redline” in your password/],
    ['annabelle.lee', /Don’t use your name/],
    [
      'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      /^Repeated characters like “aaa” are easy to guess\. Try three unrelated words$/,
    ],
    ['violet2', /at least 8 characters/],
  ];
  for (const [password, reason] of cases)
    assert.match(
      (await checkPasswordStrength(password, ['Annabelle', 'Lee', 'annabelle.lee@example.com'], 8)) ?? '',
      reason,
      password,
    );
});

test('accepts long passphrases of any script', async () => {
  for (const password of [
    'violet tractor hums 42',
    'zażółć gęślą jaźń wróble',
    '紫色拖拉机在深夜的田野里唱歌',
    filled('violet tractor hums 42 '),
  ])
    assert.equal(await checkPasswordStrength(password, ['Ann'], 8), undefined, password);
});
