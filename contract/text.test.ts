import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { emailAddress } from './email-address.ts';
import { countWords, firstWords, text, webAddress } from './text.ts';

const line = text({ label: 'Brand name', min: 2, max: 10, emptyMessage: 'Enter your brand name' });
const lines = text({ label: 'Topics', max: 100, lines: true });
const problem = (schema: z.ZodMiniType, value: unknown) => {
  const parsed = z.safeParse(schema, value);
  return parsed.success ? undefined : parsed.error.issues[0]?.message;
};

test('trims text, composes it (NFC) and limits its length in code points', () => {
  assert.equal(z.parse(line, '  Cafe\u0301 '), 'Caf\u00e9');
  assert.equal(problem(line, '😀'.repeat(10)), undefined);
  assert.equal(problem(line, '😀'.repeat(11)), 'Brand name must be 10 characters or fewer');
  assert.equal(problem(line, 'x'), 'Brand name must be at least 2 characters');
  assert.equal(problem(line, '   '), 'Enter your brand name');
  assert.equal(problem(line, undefined), 'Enter your brand name');
  assert.equal(problem(line, 7), 'Brand name must be text');
});

test('rejects line breaks in a text of one line', () => {
  for (const bad of ['a\nb', 'a\r\nb', 'a\rb'])
    assert.equal(problem(line, bad), 'Brand name can’t contain line breaks', JSON.stringify(bad));
});

test('drops or rejects every character that XML forbids', () => {
  for (let code = 0; code <= 0xff_ff; code += 1)
    for (const schema of [line, lines]) {
      const parsed = z.safeParse(schema, `a${String.fromCodePoint(code)}b`);
      const shown = `U+${code.toString(16)}`;
      if (!parsed.success) assert.ok(schema === line && (code === 10 || code === 13), shown);
      else assert.match(parsed.data, /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u, shown);
    }
});

test('rejects more than thirty marks on one letter, and accepts thirty', () => {
  const message = 'Topics can’t have more than 30 accents on one letter';
  assert.equal(problem(lines, `a${'\u0300'.repeat(30)} b${'\u0316'.repeat(30)}`), undefined);
  assert.equal(problem(lines, `a${'\u0300'.repeat(31)}`), message);
  assert.equal(problem(lines, `a${'\u0344'.repeat(16)}`), message, 'each is two marks when normalized');
  assert.equal(problem(lines, `\u30ab${'\uff9e\u0338'.repeat(16)}`), message, 'half-width marks');
  assert.equal(problem(lines, `a${'\u{1d167}'.repeat(30)}`), undefined, 'of two UTF-16 units each');
  assert.equal(
    problem(lines, `a${`${'\u0300'.repeat(20)}\u200b`.repeat(2)}`),
    message,
    'parted by spaces of no width',
  );
});

test('does not normalize text that is rejected for its length or its number of marks', (t) => {
  const normalize = mock.method(String.prototype, 'normalize');
  t.after(() => normalize.mock.restore());
  for (const refused of ['x'.repeat(401), `a${'\u0300'.repeat(31)}`]) assert.ok(problem(lines, refused));
  assert.equal(normalize.mock.callCount(), 0);
  assert.equal(problem(lines, 'Bread'), undefined);
  assert.equal(normalize.mock.callCount(), 1);
});

test('keeps line breaks of a multi-line text, and writes each as one newline', () =>
  assert.equal(z.parse(lines, 'one\r\ntwo\n\tthree'), 'one\ntwo\n\tthree'));

test('returns a text unchanged when it is parsed a second time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (typed) => {
      const parsed = z.safeParse(lines, typed);
      if (parsed.success) assert.equal(z.parse(lines, parsed.data), parsed.data);
    }),
  );
});

test('accepts email addresses and rejects other texts', () => {
  const email = emailAddress();
  for (const good of [
    'name@example.com',
    'a.b+c@sub.example.co.uk',
    'imię@przykład.pl',
    "o'neil@example.com",
  ])
    assert.equal(problem(email, good), undefined, good);
  for (const bad of [
    'name',
    'name@',
    '@example.com',
    'name@example',
    'a b@example.com',
    'a@b@example.com',
    'a@exa mple.com',
    '<a@example.com>',
    'a＠b@example.com',
    `${'ﷺ'.repeat(4)}@example.com`,
    `a@${'ǆ'.repeat(40)}.${'ǆ'.repeat(40)}.com`,
  ])
    assert.match(problem(email, bad) ?? '', /^Enter an email address in the correct format/, bad);
  assert.equal(problem(email, ''), 'Enter your email address');
  assert.equal(
    problem(email, 'name@example.com\nBcc: x@example.com'),
    'Email address can’t contain line breaks',
  );
});

test('accepts domains in every script, and rejects those that the domain name system can’t have', () => {
  const email = emailAddress();
  for (const good of [
    'ajay@डाटामेल.भारत',
    'สมชาย@อีเมล.ไทย',
    'রহিম@ডাক.বাংলা',
    'குமார்@அஞ்சல்.சிங்கப்பூர்',
    'ada@bücher.example',
    'ada@xn--bcher-kva.example',
  ])
    assert.equal(problem(email, good), undefined, good);
  for (const bad of [
    'ada@xn--ü.example',
    'ada@אa.example',
    'ada@1.2.3.44',
    `ada@${'ü'.repeat(62)}.example`,
    'ada@\u0301a.example',
  ])
    assert.match(problem(email, bad) ?? '', /^Enter an email address in the correct format/, bad);
  assert.equal(z.parse(email, 'ada@bücher。example'), 'ada@bücher.example');
  assert.equal(z.parse(email, 'a.da＠ｅｘａｍｐｌｅ．com'), 'a.da@ｅｘａｍｐｌｅ.com', 'typed in full width');
});

test('drops invisible characters and link syntax around a pasted address, and rejects invisible ones inside it', () => {
  const email = emailAddress();
  for (const mark of [
    '\u200b',
    '\ufeff',
    '\u00ad',
    '\u200e',
    '\u200f',
    '\u202a',
    '\u2069',
    '\u200d',
    '\u2060',
    '\u3164',
  ]) {
    assert.equal(z.parse(email, `${mark} ada@example.com${mark}`), 'ada@example.com');
    for (const inside of [`a${mark}da@example.com`, `ada@exam${mark}ple.com`])
      assert.ok(problem(email, inside), JSON.stringify(inside));
  }
  assert.match(problem(email, 'a\u200bda@example.com') ?? '', /invisible character/);
  for (const pasted of ['mailto:ada@example.com', 'ada@example.com.', ' MAILTO:ada@example.com;\n'])
    assert.equal(z.parse(email, pasted), 'ada@example.com');
});

test('treats a text without visible characters as empty', () => {
  for (const blank of [
    '\u200b',
    ' \u2060 ',
    '\u3164',
    '\u2800',
    '\u115f\u1160',
    '\u00ad',
    '\ufe0f',
    '\u{e0041}',
    '\u0301',
    '\u202a\u202c',
  ]) {
    assert.equal(problem(line, blank), 'Enter your brand name', JSON.stringify(blank));
    assert.equal(z.parse(lines, blank), '');
  }
  for (const seen of ['李四', '😀😀', '--', '१२']) assert.equal(problem(line, seen), undefined, seen);
  assert.equal(z.parse(line, '\u200fמאיה\u200e'), 'מאיה', 'without what was copied along');
});

test('adds https to a web address without a protocol', () => {
  const address = webAddress({ label: 'Website', max: 300 });
  assert.equal(z.parse(address, ' example.com/pens?ink=blue '), 'https://example.com/pens?ink=blue');
  assert.equal(z.parse(address, 'www.müller.example'), 'https://www.müller.example');
});

test('requires a host in a web address', () => {
  const address = webAddress({ label: 'Website', max: 300 });
  for (const good of [
    '',
    'https://example.com',
    'http://sub.example.com/path?q=1#x',
    'https://müller.example',
  ])
    assert.equal(problem(address, good), undefined, good);
  for (const bad of [
    'example',
    'user@example.com',
    'example.com:8080',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://localhost',
    'https://user@example.com',
    'https://exa mple.com',
  ])
    assert.match(problem(address, bad) ?? '', /must be a web address/, bad);
});

test('counts words as people do, with apostrophes, hyphens, accents and other scripts', () => {
  assert.equal(countWords("We don't bake — we 'rise'. 3 loaves, well-made!"), 8);
  assert.equal(countWords('cafe\u0301 au lait, हिन्दी'), 4);
  assert.equal(countWords(''), 0);
});

test('checks long hostile input quickly', () => {
  for (const hostile of [
    'a'.repeat(100_000),
    'a.'.repeat(50_000),
    `${'a-'.repeat(50_000)}@x`,
    `x@${'a-'.repeat(50_000)}`,
    ...[' ', '.', '\u200b', '。', ' \u200b'].map((mark) => `a${mark.repeat(1_000_000)}x`),
  ]) {
    assert.ok(problem(emailAddress(), hostile));
    countWords(hostile);
  }
});

test('cuts a text after a number of words, or at a space before a number of characters', () => {
  assert.equal(firstWords('One two three.', 2, 100), 'One two');
  assert.equal(firstWords('One two three.', 3, 100), 'One two three');
  assert.equal(firstWords('One two.', 5, 100), 'One two.');
  assert.equal(firstWords('One two-three four', 5, 8), 'One');
  assert.equal(firstWords('One two four', 5, 7), 'One two');
  assert.equal(firstWords('a-'.repeat(50), 5, 20), '');
});
