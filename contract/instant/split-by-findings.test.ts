import assert from 'node:assert/strict';
import test from 'node:test';
import type { Finding } from './analyzer-report.ts';
import { splitByFindings } from './split-by-findings.ts';

const finding = (start: number, end: number, severity: Finding['severity'] = 'check') =>
  ({ id: `${start}-${end}`, start, end, severity }) as Finding;
const cut = (text: string, ...findings: Finding[]) =>
  splitByFindings(text, findings).map((piece) => [piece.text, piece.finding?.id]);

test('splits a text into pieces that add up to it, also when findings overlap', () => {
  assert.deepEqual(cut('slow bread'), [['slow bread', undefined]]);
  assert.deepEqual(cut('slow bread', finding(5, 10), finding(0, 4)), [
    ['slow', '0-4'],
    [' ', undefined],
    ['bread', '5-10'],
  ]);
  assert.deepEqual(cut('slow bread here', finding(0, 15), finding(5, 10)), [
    ['slow ', '0-15'],
    ['bread', '5-10'],
    [' here', '0-15'],
  ]);
  assert.deepEqual(
    splitByFindings('slow bread here', [finding(0, 15), finding(5, 10)]).map(({ isFirst }) => isFirst),
    [true, true, false],
  );
  assert.deepEqual(cut('', finding(0, 0)), []);
});

test('marks nothing for a finding about the whole text', () => {
  assert.deepEqual(cut('bread', finding(0, 0)), [['bread', undefined]]);
});

test("removes Markdown's heading marks and keeps every offset", () => {
  assert.deepEqual(splitByFindings('# Our bakery\nslow # bread', [finding(2, 5), finding(13, 17)]), [
    { text: 'Our', isHeading: true, finding: finding(2, 5), isFirst: true },
    { text: ' bakery', isHeading: true },
    { text: '\n' },
    { text: 'slow', finding: finding(13, 17), isFirst: true },
    { text: ' # bread' },
  ]);
  assert.deepEqual(cut('#SlowBread'), [['#SlowBread', undefined]]);
});
