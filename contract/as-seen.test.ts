import assert from 'node:assert/strict';
import test from 'node:test';
import { asSeen } from './as-seen.ts';

const seen = (typed: string) => asSeen(typed, true);
const unchanged = (kept: string, why: string) => {
  assert.equal(seen(kept), kept, why);
  assert.equal(asSeen(kept, false), kept, `${why}, on one line`);
};

test('replaces each kind of line break by one newline', () => {
  for (const pasted of ['\r\n', '\r', '\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])
    assert.equal(seen(`Rye${pasted}Spelt`), 'Rye\nSpelt', JSON.stringify(pasted));
  assert.equal(seen('Rye\r\n\r\nSpelt\r\rOats'), 'Rye\n\nSpelt\n\nOats');
  assert.equal(seen('Rye\tSpelt'), 'Rye\tSpelt');
});

test('replaces tabs, line breaks and wide spaces in a text of one line by plain spaces', () => {
  for (const pasted of [
    '\t',
    '\v',
    '\f',
    '\u2028',
    '\u2029',
    '\u0085',
    '\u00a0',
    '\u202f',
    '\u2009',
    '\u3000',
    '\u3164',
  ])
    assert.equal(asSeen(`Ann${pasted}Lee`, false), 'Ann Lee', JSON.stringify(pasted));
});

test('replaces no-break spaces by plain spaces in a text of several lines, and keeps wider spaces', () => {
  assert.equal(seen('10\u00a0000\u202f€,\u2007ok'), '10 000 €, ok');
  assert.equal(seen('　段落'), '　段落');
});

test('drops invisible characters', () => {
  const pasted =
    '\u0000\u0001\u0002\u0008\u001b\u001f\u007f\u0080\u009f\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u202e\u2060\u2061\u2066\u2069\u206f\ufeff\ufffc\ufdd0\ufffe\uffff\u{1ffff}\udc00\ud800';
  for (const character of pasted)
    assert.equal(seen(`bread${character}crumb`), 'breadcrumb', character.codePointAt(0)!.toString(16));
  assert.equal(seen('co\u00adop\ufffeera\u0002tion'), 'cooperation', 'hyphens of a PDF');
  assert.equal(seen('\u202a+1 555 0100\u202c'), '+1 555 0100', 'a number from an address book');
});

test('drops unpaired surrogates instead of joining them into a character', () =>
  assert.equal(seen('a\ud83d\u200b\ude00b\ud83d\u0001\ude00'), 'ab'));

test('keeps zero-width joiners where scripts and emoji need them', () => {
  unchanged('می‌خواهم', 'Persian');
  unchanged('ක්‍ෂ', 'Sinhala');
  unchanged('क्‍ष न्‌त', 'Devanagari');
  unchanged('ന്‍', 'Malayalam');
  unchanged('👩‍👩‍👧 🏳️‍🌈 👩🏽‍💻 ❤️‍🔥 🧑‍🦰 🏃‍➡️ 🏴‍☠️', 'emoji');
  unchanged('🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇵🇱 1️⃣', 'flags and keys');
  assert.equal(seen('می‌‌‌خواهم'), 'می‌خواهم', 'repeated');
  assert.equal(seen('Auf‌lage 👩‍ x ‍👩'), 'Auflage 👩 x 👩', 'without an effect');
});

test('keeps direction marks only in a text with right-to-left letters', () => {
  unchanged('\u200fC++\u200f הוא', 'marks');
  assert.equal(seen('שלום \u2067abc\u2069'), 'שלום abc', 'isolates');
  assert.equal(asSeen('שלום \u2067abc\u2069\u202e', false), 'שלום abc', 'nothing that hides another text');
  assert.equal(seen('\u202eabc\u202c'), 'abc');
  assert.equal(seen('❤\ufe0f\u202eabc'), '❤\ufe0fabc', 'an emoji is no such letter');
});

test('cleans long hostile input in time linear in its length', () => {
  for (const piece of [
    '\u200b',
    '\u200d',
    '👩\u200d',
    '\u{e0061}',
    '\u{1f3f4}\u{e0067}',
    '\r',
    '\u202e',
    'ا\u200d',
    ' ',
  ])
    asSeen(piece.repeat(200_000), true);
});
