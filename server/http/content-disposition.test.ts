import assert from 'node:assert/strict';
import test from 'node:test';
import { contentDisposition } from './content-disposition.ts';

test('writes an ASCII name once, and any other name after an ASCII form of it', () => {
  assert.equal(contentDisposition('receipt R-7K3M.pdf'), 'attachment; filename="receipt R-7K3M.pdf"');
  assert.equal(
    contentDisposition('Menü.pdf'),
    `attachment; filename="Men_.pdf"; filename*=UTF-8''Men%C3%BC.pdf`,
  );
});

test('escapes names that would end the header’s value or add a parameter', () => {
  for (const name of [
    'a"; filename="b.html',
    'a\\".pdf',
    'a\r\nSet-Cookie: x=1',
    "a'b*(c).pdf",
    '%41.pdf',
    '☕'.repeat(100),
  ]) {
    const value = contentDisposition(name);
    const [, plain, whole] =
      /^attachment; filename="([\x20-\x7e]*?)"(?:; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]+))?$/.exec(
        value,
      ) ?? [];
    assert.ok(plain !== undefined, value);
    assert.doesNotMatch(plain, /["\\%]/);
    assert.equal(whole === undefined ? plain : decodeURIComponent(whole), name);
  }
});
