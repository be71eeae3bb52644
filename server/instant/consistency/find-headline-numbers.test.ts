import assert from 'node:assert/strict';
import test from 'node:test';
import { readText } from '#server/instant/analyzer/read-text.ts';
import { findHeadlineNumbers } from './find-headline-numbers.ts';

const whys = (text: string, title = '') => findHeadlineNumbers(readText(text), title).map(({ why }) => why);

test('finds a number that differs from the title or from the first heading', () => {
  assert.deepEqual(whys('The firm has raised $5 million from two funds.', 'Firm raises $4 million'), [
    'The text says “$5 million” here, but the title says “$4 million.”',
  ]);
  assert.deepEqual(
    whys('# Mill hires 40 bakers\n\nThe mill will hire twelve new bakers by May, it said today.'),
    ['The text says “twelve new bakers” here, but the title says “40 bakers.”'],
  );
});

test('finds nothing when the text states the number of the title, or counts something else', () => {
  assert.deepEqual(
    whys('The firm has raised $4 million. A year ago it raised $1 million.', 'Firm raises $4 million'),
    [],
  );
  assert.deepEqual(whys('The mill has 12 ovens.', 'Mill hires 40 bakers'), []);
  assert.deepEqual(whys('The trust owns 2,300 homes.', 'Trust opens 40 homes'), []);
  assert.deepEqual(whys('Ten bakers work at night, and thirty bakers by day.', 'Mill has 40 bakers'), []);
});
