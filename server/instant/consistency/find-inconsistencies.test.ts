import assert from 'node:assert/strict';
import test from 'node:test';
import { readText } from '#server/instant/analyzer/read-text.ts';
import { checkConsistency } from './find-inconsistencies.ts';

const found = (text: string, title = '') =>
  checkConsistency(readText(text), title).findings.map(({ kind, start, end, why, suggestions }) => ({
    kind,
    quote: text.slice(start, end),
    why,
    suggestions,
  }));

for (const [name, text, quote, other] of [
  ['hyphens', 'Send an email. We read every email and e-mail.', 'e-mail', 'email'],
  ['small numbers', 'We have three ponds, four goats and 3 dogs.', '3', 'three'],
  ['shares', 'About 20% walk, 30% ride, and fifteen percent drive.', 'fifteen percent', '20%'],
  [
    'dates',
    'It opens on May 4, 2025. It closes on June 8, 2025, or on 11 July 2025.',
    '11 July 2025',
    'May 4, 2025',
  ],
  ['times', 'Open from 9 a.m. to 6 p.m. on weekdays, to 4 pm on Sundays.', '4 pm', '9 a.m.'],
  ['apostrophes', "It’s late, and we’re closed, but they're open.", "they're", 'It’s'],
  [
    'lists',
    'We sell tea, coffee, and cake. Bring boots, gloves, and water. They sell pens, paper and ink.',
    'paper and ink',
    'coffee, and cake',
  ],
  ['capitals', 'Meet the board. The board meets in May. Ask the Board.', 'Board', 'board'],
  [
    'job titles',
    'Ann is Head of Sales. Ben, our head of marketing, sings.',
    'head of marketing',
    'Head of Sales',
  ],
  ['seasons', 'Our Spring collection is here. Wait for the autumn collection.', 'autumn', 'Spring'],
  ['family names', 'Anna Berg opens it. Come and meet Anna Borg.', 'Anna Borg', 'Anna Berg'],
  ['names', 'Mr. Petersen signs it. You can ask Mr. Peterson.', 'Mr. Peterson', 'Mr. Petersen'],
] as const)
  test(`finds two forms of ${name} and quotes both`, () => {
    const all = found(text);
    const one = all.find((finding) => finding.quote === quote);
    assert.ok(one, JSON.stringify(all));
    assert.ok(one.why.includes(`“${other}”`), one.why);
  });

test('finds a weekday that does not match its date, and suggests the right one', () => {
  assert.deepEqual(
    found('Come on Monday, May 6, 2025.').map(({ quote, suggestions }) => [quote, suggestions]),
    [['Monday, May 6, 2025', ['Tuesday, May 6, 2025']]],
  );
  assert.deepEqual(
    found('Come on Tuesday, May 6, 2025, or Sunday 11 May 2025.').length,
    1,
    'two styles of dates',
  );
  assert.deepEqual(found('Come on Tuesday, May 6, 2025.'), []);
});

test('finds two dates of a month whose weekdays contradict each other', () => {
  const quotes = (text: string) => found(text).map(({ quote }) => quote);
  assert.deepEqual(quotes('It lasts from Thursday 7 May to Saturday 10 May.'), ['Saturday 10 May']);
  assert.deepEqual(quotes('It lasts from Thursday 7 May to Sunday 10 May.'), []);
});

test('finds shares in two sentences that add up to more than 100%', () => {
  const whys = (text: string) => found(text).map(({ why }) => why);
  assert.deepEqual(whys('Some 62% go by car. Another 45% take the train.'), [
    '“62%” and “Another 45%” add up to 107%.',
  ]);
  assert.deepEqual(whys('Some 62% go by car. Another 35% take the train.'), []);
});

test('finds a list with another number of items than its text announces', () => {
  const quotes = (text: string) => found(text).map(({ quote }) => quote);
  assert.deepEqual(quotes('We have three goals: speed, care, price, and trust.'), ['three']);
  assert.deepEqual(quotes('Follow these four steps.\n\n1. Open it.\n2. Read it.\n3. Call us.'), ['four']);
  assert.deepEqual(quotes('It has five tools, all of them made here: a fork, a spade, a rake, and a hoe.'), [
    'five',
  ]);
  assert.deepEqual(
    quotes('It takes four steps. You need no tools.\n\n1. Open it.\n2. Read it.\n3. Call us.'),
    ['four'],
  );
  assert.deepEqual(quotes('We have three goals: speed, care, and trust.'), []);
  assert.deepEqual(quotes('Follow these two steps:\n\n- Open it.\n- Read it.'), []);
});

test('checks weekdays with the year of the dateline or the year after it, and checks none without a dateline', () => {
  const quotes = (text: string) => found(text).map(({ quote }) => quote);
  assert.deepEqual(quotes('Leeds, May 4, 2027. The shop opens on Friday, May 6.'), ['Friday, May 6']);
  assert.deepEqual(quotes('Leeds, May 4, 2027. The shop opens on Thursday, May 6.'), []);
  assert.deepEqual(quotes('Leeds, 20 November 2026. It opens on Saturday 9 January.'), []);
  assert.deepEqual(quotes('The shop opens on Friday, May 6.'), []);
});

test('finds fewer or more headings, items or ordinals than a title, heading or sentence announces', () => {
  const whys = (text: string, title = '') => found(text, title).map(({ why }) => why);
  const sections = '## Price\n\nIt is low.\n\n## Taste\n\nIt is good.\n\n## Time\n\nIt is short.';
  const wrong = ['The text promises two, but three follow.'];
  assert.deepEqual(whys(sections, 'Two reasons to bake'), wrong);
  assert.deepEqual(whys(`# Two reasons to bake\n\nHere they are.\n\n${sections}`), wrong);
  assert.deepEqual(whys(sections, 'Three reasons to bake'), []);
  assert.deepEqual(whys(`${sections}\n\n## Conclusion\n\nBake.`, 'Three reasons to bake'), []);
  assert.deepEqual(whys(`${sections}\n\n## Still unsure?\n\nAsk.`, 'Three reasons to bake'), []);
  assert.deepEqual(whys('There are two reasons. First, price. Second, taste. Third, time.'), wrong);
  assert.deepEqual(whys('There are three reasons. First, price. Second, taste. Finally, time.'), []);
  assert.deepEqual(
    whys('Two habits help, as a study of 300 adults found.\n\n1. Walk.\n2. Sleep.\n3. Eat.'),
    wrong,
  );
  assert.deepEqual(whys('Two habits help, as a study of 300 adults found.\n\n1. Walk.\n2. Sleep.'), []);
  assert.deepEqual(
    whys('Our rules:\n\n- We keep two tools\n- We oil them\n- We lend them\n- We count them'),
    [],
  );
});

test('finds shares in a list that add up to more than the whole', () => {
  const kinds = (text: string) => found(text).map(({ why }) => why);
  assert.deepEqual(kinds('Why they left:\n\n- 48% moved\n- 37% found a cheaper shop\n- 29% forgot'), [
    'These shares add up to 114%.',
  ]);
  assert.deepEqual(kinds('Why they left:\n\n- 48% moved\n- 37% found another shop\n- 15% forgot'), []);
  assert.deepEqual(kinds('Sales grew:\n\n- Bread: 48% more\n- Cake: 37% more\n- Tea: 29% more'), []);
  assert.deepEqual(kinds('Check all that apply:\n\n- 48% walk\n- 37% ride\n- 29% drive'), []);
});

test('finds a period that ends before it begins', () => {
  const quotes = (text: string) =>
    found(text).flatMap(({ kind, quote }) => (kind === 'contradiction' ? [quote] : []));
  assert.deepEqual(quotes('Closed from June 19 to June 12.'), ['June 19 to June 12']);
  assert.deepEqual(quotes('Closed June 19–12.'), ['June 19–12']);
  assert.deepEqual(quotes('Closed from 19 to 12 June.'), ['19 to 12 June']);
  assert.deepEqual(
    quotes('Closed from June 12 to June 19, and from 28 May to 3 June. Open May 4, 9 to 5.'),
    [],
  );
});

test('finds two different amounts of one thing when both are above ten', () => {
  assert.deepEqual(
    found('It has twelve rooms. All fourteen rooms have a stove.').map(({ quote }) => quote),
    ['All fourteen rooms'],
  );
});

test('finds percentages of a whole that add up to more than 100, and a fact stated with two values', () => {
  const kinds = (text: string) => found(text).map(({ kind }) => kind);
  assert.deepEqual(kinds('Of all, 60% like tea, 30% coffee, and 20% neither.'), ['contradiction']);
  assert.deepEqual(kinds('Of all, 60% like tea, 30% coffee, and 10% neither.'), []);
  assert.deepEqual(kinds('The shop was founded in 1998. Since it was founded in 1989, it grew.'), [
    'contradiction',
  ]);
  assert.deepEqual(kinds('Sales rose 150%, and costs fell 20% and 30%.'), []);
});

test('finds a change from “a guest” to “you,” and from “I” to “we”', () => {
  assert.deepEqual(
    found('If a guest arrives late, you should call the desk.').map(({ quote }) => quote),
    ['you'],
  );
  assert.deepEqual(
    found('Guests may check in at three. Guests are asked to pay. You must leave by noon.').map(
      ({ quote }) => quote,
    ),
    ['You'],
  );
  assert.deepEqual(
    found('I bake alone. I sell at dawn, and my cat sleeps. Then we go home.').map(({ quote }) => quote),
    ['we'],
  );
  assert.deepEqual(found('I bake with my wife. I sell at dawn, and I sleep. Then we go home.'), []);
  assert.deepEqual(found('If you arrive late, call the desk, and a guest card is yours.'), []);
});

test('finds the present tense in a story of the past, and suggests the past tense', () => {
  const shifts = (text: string) => found(text).map(({ quote, suggestions }) => [quote, suggestions[0]]);
  assert.deepEqual(shifts('He opened the box. Then he takes out a hat.'), [['takes', 'took']]);
  assert.deepEqual(shifts('We answered, and she comes to the shop the next day.'), [['comes', 'came']]);
  assert.deepEqual(shifts('In 2009, she leaves the bank and bought a farm.'), [['leaves', 'left']]);
  assert.deepEqual(shifts('By nine o’clock, it drops and the ferry was running.'), [['drops', 'dropped']]);
  for (const text of [
    'He baked for years. Now he teaches others.',
    'She opens the box. Then she takes out a hat.',
    'In 2010, Maria moved to Graz, where she lives with a cat.',
    'We met in May. She works at the mill.',
    'He wrote it in 1990. “Then he leaves,” she said.',
    'Mix the dough. Then it rests.',
  ])
    assert.deepEqual(shifts(text), [], text);
});

test('finds nothing in a consistent text', () => {
  for (const text of [
    'Take the five-minute walk. It takes 12 minutes with two dogs and 20 with a child.',
    'A long-term plan helps in the long term. Log in to see your login.',
    '“It is ‘late,’” she said. She left at 5 p.m. and came back at 7 p.m.',
    'We sell tea, coffee and cake. On Monday, Ann and Bob came.',
    'See page 4 and Room 2. Three people waited.',
    'Twenty dollars is fair; he paid $18. Ten percent left, and 5% came back.',
    'Two dogs ran. The shop has 3 cats, 4 birds and 6 fish.',
  ])
    assert.deepEqual(found(text), [], text);
});

test('lists the forms of each matter of style with an example and their frequency, mixed or not', () => {
  const { styles } = checkConsistency(
    readText('Open from 9 a.m. on May 4, 2025, and on June 8, 2025, or on 11 July 2025. It costs $20.'),
  );
  assert.deepEqual(styles, [
    { label: 'Money', forms: ['$20 (1)'] },
    { label: 'Dates', forms: ['May 4, 2025 (2)', '11 July 2025 (1)'] },
    { label: 'Times', forms: ['9 a.m. (1)'] },
  ]);
});

test('doesn’t count the text between two long quotations as a quotation', () => {
  const long = '"My grandmother started out with one oven and a great roll of parchment paper,"';
  const { styles } = checkConsistency(readText(`${long} she said. ${long} he said. They call it "bread."`));
  assert.deepEqual(
    styles.find(({ label }) => label === 'Quotation marks'),
    { label: 'Quotation marks', forms: ['"bread." (1)'] },
  );
});
