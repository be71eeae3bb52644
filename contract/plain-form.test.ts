import assert from 'node:assert/strict';
import test from 'node:test';
import * as z from 'zod/mini';
import { confirmEmailBody } from './storefront/accounts.ts';
import { lettersAndDigits, readCode } from './plain-form.ts';
import { recoverBody, sixDigits } from './desk/staff-log-in.ts';

test('normalizes a code with pasted dashes, spaces and invisible characters', () => {
  for (const pasted of [
    'ABCD2345',
    ' abcd-2345.',
    'ABCD\u20112345',
    'ABCD – 2345',
    '\u200bABCD\u00a02345\ufeff',
    'ＡＢＣＤ２３４５',
    '“ABCD2345”',
    'AB\u00adCD\u2060234\u200d5',
    'ABCD٢٣٤٥',
    'ABCD२३४५。',
    'A B C D\t2 3 4 5\n',
  ])
    assert.equal(readCode(pasted), 'ABCD2345', JSON.stringify(pasted));
  assert.equal(readCode('oil0'), '0110');
});

test('reads the digits of every script', () => {
  for (const zero of ['٠', '۰', '०', '০', '௦', '๐', '０', '߀', '𝟘']) {
    const code = zero.codePointAt(0)!;
    const digits = Array.from('0123456789', (_, n) => String.fromCodePoint(code + n)).join('');
    assert.equal(lettersAndDigits(digits), '0123456789', zero);
  }
});

test('accepts pasted codes of login, reset and recovery, and rejects other texts', () => {
  for (const typed of ['123 456', '123\u2011456', '１２３４５６', '\u200e123456.', '۱۲۳۴۵۶'])
    assert.equal(z.parse(sixDigits, typed), '123456');
  for (const wrong of [
    '12345',
    '1234567',
    '',
    '12345a',
    '1'.repeat(300),
    `123456${'\u0316\u0300'.repeat(50_000)}`,
  ])
    assert.equal(z.safeParse(sixDigits, wrong).success, false);
  const email = 'ada@example.com';
  const confirmed = z.parse(confirmEmailBody, { email, code: ' ABCD\u20112345\u200b. ' });
  assert.equal(confirmed.code, 'ABCD2345');
  const recoveryCode = 'ABCD-2345-ABCD-2345-ABCD-2345';
  for (const pasted of [
    recoveryCode.replaceAll('-', '\u2013'),
    recoveryCode.replaceAll('-', ' \u00a0'),
    `${recoveryCode}.`,
  ])
    assert.equal(
      z.parse(recoverBody, { email, recoveryCode: pasted }).recoveryCode,
      recoveryCode.replaceAll('-', ''),
    );
});
