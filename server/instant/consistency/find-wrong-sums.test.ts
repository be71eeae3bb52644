import assert from 'node:assert/strict';
import test from 'node:test';
import { readText } from '#server/instant/analyzer/read-text.ts';
import { findWrongSums } from './find-wrong-sums.ts';

const whys = (text: string) => findWrongSums(text, readText(text).sentences).map(({ why }) => why);

for (const [text, why] of [
  ['Sales grew from 200 to 300 loaves, an increase of 40%.', 'From 200 to 300 is a change of 50%, not 40%.'],
  ['Rent rose 20%, from $1,000 to $1,500.', 'From $1,000 to $1,500 is a change of 50%, not 20%.'],
  ['Membership doubled last year, from 200 to 300.', 'An amount that goes from 200 to 300 hasn’t doubled.'],
  ['It is reduced from $80 to $60, a saving of $30.', 'From $80 to $60 saves $20, not $30.'],
  [
    'The two-hour workshop runs from 10 a.m. to 1 p.m.',
    'The text says two hours here, but these times are 3 hours apart.',
  ],
  ['The three-day fair takes place May 4–8.', 'The text says three days here, but these dates cover 5 days.'],
  [
    'Our two-day course runs Thursday to Sunday.',
    'The text says two days here, but these dates cover 4 days.',
  ],
  [
    'The mill was founded in 1950. It marks its 50th anniversary in 2020.',
    'From 1950 to 2020 is 70 years, not 50.',
  ],
  [
    'We opened this shop in 1987. In 2027, we’ll be celebrating our thirtieth anniversary.',
    'From 1987 to 2027 is 40 years, not 30.',
  ],
  [
    'The class is 45 minutes long. Bring a mat. We start at 6 pm sharp and finish at 7:15 pm.',
    'Just before these times, the text says “is 45 minutes long,” but the times are 75 minutes apart.',
  ],
] as const)
  test(`finds the wrong sum in “${text}”`, () => assert.deepEqual(whys(text), [why]));

for (const text of [
  'Sales grew from 200 to 300 loaves, an increase of 50%.',
  'Its share grew from 5% to 8%, up 3%.',
  'Sales more than doubled, from 200 to 450.',
  'Sales nearly doubled, from 200 to 390.',
  'It is reduced from $80 to $60, a saving of $20.',
  'The two-hour workshop runs from 10 to 12.',
  'Our one-hour sessions run from 9 to 5.',
  'The three-day fair takes place May 4–6.',
  'The class is 75 minutes long. We start at 6 pm sharp and finish at 7:15 pm.',
  'The mill was founded in 1950. It marks its 70th anniversary in 2020.',
])
  test(`finds no wrong sum in “${text}”`, () => assert.deepEqual(whys(text), []));
