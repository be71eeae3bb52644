import assert from 'node:assert/strict';
import test from 'node:test';
import { csvCell, csvPost, csvRow } from './csv-cell.ts';

test('escapes a cell in every form that a spreadsheet would run as a formula', () => {
  for (const sign of '=+-@＝＋－＠﹦﹢﹣﹫')
    for (const before of [
      '',
      ' ',
      '\t',
      '\n',
      '\r\n',
      '\u200b',
      '\ufeff',
      '\u00a0',
      '\u2060 \u00ad',
      '\u0000',
      '\u202e',
    ])
      assert.equal(csvCell(`${before}${sign}1+1`), `"'${before}${sign}1+1"`, JSON.stringify(before + sign));
});

test('escapes formulas after a semicolon or a line break, where a spreadsheet may begin a cell', () => {
  assert.equal(csvCell('a;=1+1;b'), '"a;\'=1+1;b"');
  assert.equal(csvCell('a; \u200b@x\n+1\t-2\r\n\r\n＝3'), "\"a; \u200b'@x\n'+1\t'-2\r\n\r\n'＝3\"");
  // after a semicolon, doubled quotation marks can begin a cell
  assert.equal(csvCell('"a";"=1+1"'), '"""a"";\'""=1+1"""');
  assert.equal(csvCell('a; "\u200b"=1+1\n"@x'), '"a;\' ""\u200b""=1+1\n\'""@x"');
});

test('leaves a text unchanged that a spreadsheet would not run', () => {
  for (const text of ['', 'Rye + spelt', 'a@example.com', 'x=1, y=-2', '1-2', '“=”', 'ok; ”fine”', '…'])
    assert.equal(csvCell(text), `"${text}"`);
  assert.equal(csvRow(['-12.05', '3', '-x', '1,5']), '-12.05,3,"\'-x","1,5"\r\n');
});

test('writes a number as text when a spreadsheet would lose some of its digits', () => {
  assert.equal(csvRow(['0', '0.50', '-0.5', '123456789012345']), '0,0.50,-0.5,123456789012345\r\n');
  assert.equal(csvRow(['0400', '-01', '1234567890123456']), '"0400","\'-01","1234567890123456"\r\n');
});

test('escapes only formulas with an effect in posts for planning tools', () => {
  for (const post of [
    '@brand, good morning!',
    '+1 for rye (and spelt)',
    '- rye\n- spelt',
    '＠brand ☕',
    '+1 for [rye]! Great',
    '=) hello',
    'Hi\n@brand',
  ])
    assert.equal(csvPost([post]), `"${post}"\r\n`);
  for (const post of [
    '=HYPERLINK("x")',
    '=1+1',
    '＝cmd|x',
    '@SUM(A1)',
    "+cmd|' /C calc'!A0",
    '-IMPORTXML("x")',
    '\u200b=A1',
    '=\u200b1+1',
    '=[prices.xlsx]Sheet1!A1',
    "+'https://example.com/[prices.xlsx]Sheet 1'!$A$1",
    '-[prices.xlsx]!total',
  ])
    assert.ok(csvPost([post]).startsWith(`"'`), post);
  assert.equal(csvPost(['a;=1+1;b']), '"a;\'=1+1;b"\r\n');
  assert.equal(csvPost(['a;"=1+1";"@brand"']), '"a;\'""=1+1"";""@brand"""\r\n');
});

test('escapes long texts in time linear in their length', () => {
  for (const piece of ['\n', '; ', ' ', '\u200b', '=', ';=', ';"', '=[', '[]']) {
    csvCell(`x${piece.repeat(100_000)}`);
    csvPost([`+x${piece.repeat(100_000)}`]);
  }
});
