import assert from 'node:assert/strict';
import test from 'node:test';
import { newNumber, readNumber } from './readable-number.ts';

test('reads an order number in any letter case, with spaces, and with look-alike characters', () => {
  for (let n = 0; n < 200; n += 1) {
    const number = newNumber('R');
    assert.equal(readNumber('R', number), number);
    assert.equal(
      readNumber(
        'R',
        ` ${number.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `,
      ),
      number,
    );
  }
});

test('rejects a number with a wrong character', () => {
  const number = newNumber('R');
  for (let at = 2; at < number.length; at += 1) {
    if (number[at] === '-') continue;
    const wrong = number.slice(0, at) + (number[at] === '7' ? '8' : '7') + number.slice(at + 1);
    assert.equal(readNumber('R', wrong), undefined);
  }
});

test('rejects text that is not a number', () => {
  for (const typed of ['', 'R-', 'R-1234', 'X-0000-0000', 'R-UUUU-UUUU', 'R-7K3M-Q2XAA', "' or 1=1 --"])
    assert.equal(readNumber('R', typed), undefined);
});
