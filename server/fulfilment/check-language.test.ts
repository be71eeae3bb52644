import assert from 'node:assert/strict';
import test from 'node:test';
import { checkLanguage } from './check-language.ts';

const check = (texts: readonly string[], language = 'en-US') =>
  checkLanguage(
    texts.map((text, index) => ({ key: `post-${index + 1}`, label: `Post ${index + 1}`, text })),
    language === '' ? {} : { language },
  );

const english =
  'The mill starts at four. You hear it before you smell it. By the time your alarm goes off, the bread is on its way.';
const foreign = {
  German:
    'Wir mahlen unser eigenes Mehl und backen langsam, damit Ihr Brot schon vor dem Frühstück an der Tür hängt.',
  French:
    'Nous moulons notre propre farine et nous cuisons lentement pour que le pain arrive avant le petit-déjeuner.',
  Spanish:
    'Molemos nuestra propia harina cada mañana y horneamos despacio para que el pan llegue antes del desayuno.',
  Italian:
    'Maciniamo la nostra farina ogni mattina e cuociamo lentamente perché il pane arrivi prima della colazione.',
  Dutch:
    'Wij malen ons eigen meel en bakken langzaam, zodat het brood al voor het ontbijt bij u aan de deur hangt.',
  Portuguese:
    'Moemos a nossa própria farinha todas as manhãs e assamos devagar para que o pão chegue antes do café da manhã.',
  Polish:
    'Codziennie rano mielimy własną mąkę i pieczemy powoli, żeby chleb był u Was jeszcze przed śniadaniem.',
  Swedish:
    'Vi maler vårt eget mjöl varje morgon och bakar långsamt så att brödet hänger på din dörr före frukosten.',
};

for (const [language, text] of Object.entries(foreign))
  test(`reports a text in ${language} as an error when the brief asks for English`, async () => {
    assert.deepEqual(await check([english, text]), [
      {
        key: 'language',
        ok: 'no',
        words: `Post 2 seems to be in ${language}, but the brief asks for English.`,
        piece: 'post-2',
      },
    ]);
  });

test('reports a paragraph in another language as something to check', async () => {
  const text = `${english}\n\n${english}\n\n${foreign.German}\n\n${english}`;
  assert.deepEqual(await check([text]), [
    {
      key: 'language',
      ok: 'look',
      words: 'A paragraph in Post 1 seems to be in German, but the brief asks for English.',
      piece: 'post-1',
    },
  ]);
});

test('detects the language of short texts together, because each alone is too short', async () => {
  const slogans = [
    'Unser Brot ist fertig.',
    'Gebacken, während Sie schlafen.',
    'Guten Morgen, sagt das Brot.',
  ];
  assert.deepEqual(await check(slogans), [
    {
      key: 'language',
      ok: 'no',
      words: 'The short texts seem to be in German, but the brief asks for English.',
    },
  ]);
});

const neighbors: [why: string, texts: string[], language?: string][] = [
  ['English', [english]],
  ['British English', [english.replace('alarm', 'neighbour’s favourite alarm')], 'en-GB'],
  [
    'short English texts',
    ['Slow bread, early.', 'Gone by noon.', 'Baked while you sleep.', 'Good mornings take two days.'],
  ],
  ['a few foreign words', [`${english} Guten Morgen! Bon appétit!`]],
  ['one short foreign text', ['Guten Morgen, Leeds!']],
  [
    'hashtags',
    ['#Brot #Sauerteig #Bäckerei #Mehl #Mühle #Frühstück #Ofen #Roggen #Weizen #Dinkel #Kruste #Hefe'],
  ],
  [
    'foreign names',
    ['At Müller & Söhne in Köln, we met Jürgen Weiß, who still bakes the rye his grandfather baked in 1912.'],
  ],
  ['no text', ['', '']],
  ['another language that the brief asks for', [foreign.German], 'de-DE'],
];
for (const [why, texts, language] of neighbors)
  test(`accepts ${why}`, async () => {
    const results = await check(texts, language);
    assert.deepEqual(
      results.map(({ ok }) => ok),
      ['yes'],
    );
  });

test('returns no result when the brief names no language', async () => {
  assert.deepEqual(await check([foreign.German], ''), []);
});
