import assert from 'node:assert/strict';
import test from 'node:test';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { previewTags } from '#contract/instant/previews.ts';
import type { HashtagBrief } from './hashtag-brief.ts';
import { makeHashtags } from './make-hashtags.ts';

const hashtagsFor = (brief: HashtagBrief) => makeHashtags(brief, builtInCatalogue.platforms);

const bakery: HashtagBrief = {
  topics: ['Artisan sourdough bakery in Leeds'],
  platforms: ['instagram', 'threads', 'youtube'],
  seedKeywords: ['sourdough', 'bakery', 'fresh bread'],
  brandName: 'Golden Crust Bakery',
  campaignTag: '#SlowBread',
  audience: 'Busy parents in Leeds who want good bread on the table without an extra stop.',
  location: 'Leeds',
  samplePost: 'Out now! #instagood #freshbread #artisanbreadinleeds',
  avoidTags: ['#foodiesofinstagram'],
  language: 'en-GB',
};

test("makes tags from the customer's own words, in groups, each with its reason", () => {
  const [set] = hashtagsFor(bakery).sets;
  const of = (group: string) => set!.tags.filter((tag) => tag.group === group).map(({ tag }) => tag);
  assert.deepEqual(of('core'), ['#ArtisanSourdoughBakery', '#SourdoughBakery', '#Sourdough']);
  assert.ok(of('niche').includes('#FreshBread'));
  assert.ok(of('local').includes('#LeedsBakery'));
  assert.deepEqual(of('audience'), ['#LeedsParents', '#BusyParents', '#BreadLovers']);
  assert.deepEqual(of('brand'), ['#SlowBread', '#GoldenCrustBakery']);
  assert.ok(set!.tags.length <= 15 && set!.tags.every(({ why }) => why.length > 5));
});

test('includes every tag of the free preview in the ordered set, also when the brief has key terms and an empty place', () => {
  const topics = ['bike repair shop in Leeds'];
  const common = { topics, platforms: ['instagram'], language: 'en-US' };
  const tagsOfSet = (brief: HashtagBrief) => hashtagsFor(brief).sets[0]!.tags.map(({ tag }) => tag);
  const preview = tagsOfSet({ ...common, seedKeywords: [] });
  assert.ok(preview.includes('#LeedsBikeRepair') && preview.includes('#Leeds'), preview.join(' '));
  const seedKeywords = ['bike repair', 'bicycle service', 'puncture'];
  const paid = tagsOfSet({ ...common, seedKeywords, location: '' });
  assert.deepEqual(
    preview.filter((tag) => !paid.includes(tag)),
    [],
  );
  assert.ok(paid.length > preview.length);
});

test('makes a few tags of different kinds from a topic alone, each with a different reason', () => {
  const preview = (topic: string) =>
    hashtagsFor({ topics: [topic], platforms: ['instagram'], seedKeywords: [], language: 'en-US' }).sets[0]!
      .tags;
  const tags = preview('mobile bike repair for commuters in Dayton, Ohio');
  assert.deepEqual(
    tags.map(({ tag }) => tag),
    [
      '#MobileBikeRepair',
      '#BikeRepair',
      '#BikeMechanic',
      '#BikeShop',
      '#DaytonBikeRepair',
      '#DaytonCycling',
      '#Dayton',
      '#Cyclists',
      '#OhioCycling',
      '#DaytonOhio',
    ],
  );
  assert.equal(new Set(tags.map(({ why }) => why)).size, tags.length);
  const few = preview('Dog training for puppies').map(({ tag }) => tag);
  assert.deepEqual(few, ['#DogTraining', '#DogTrainingTips', '#DogCare', '#DogGrooming', '#DogOwners']);
});

test('gives no tag a reason that calls it narrow or broad', () => {
  const { sets } = hashtagsFor({ ...bakery, topics: ['bike repair shop in Leeds'], location: '' });
  for (const { tag, why } of [...sets, ...hashtagsFor(bakery).sets].flatMap(({ tags }) => tags))
    assert.doesNotMatch(why, /narrow|broad/, tag);
});

test('gives each platform at most as many tags as it allows', () => {
  const [set] = hashtagsFor(bakery).sets;
  assert.deepEqual(
    set!.platforms.map(({ platform, limit, pick }) => [platform, limit, pick.length]),
    [
      ['Instagram', 5, 5],
      ['Threads', 1, 1],
      ['YouTube', 60, 3],
    ],
  );
  assert.equal(set!.rotation.length, 3);
});

test('omits avoided, banned, too broad or easily misread tags, and names those that the customer gave', () => {
  const { sets, warnings } = hashtagsFor({
    ...bakery,
    topics: ['Vegan brunch cafe'],
    seedKeywords: ['brunch', 'instagood', 'tips', 'pen island'],
    brandName: 'Susan Album Party',
  });
  const tags = sets[0]!.tags.map(({ tag }) => tag);
  for (const tag of ['#FoodiesOfInstagram', '#Instagood', '#Tips', '#PenIsland', '#SusanAlbumParty'])
    assert.ok(!tags.includes(tag), tag);
  assert.deepEqual(warnings.map(({ tag }) => tag).toSorted(), [
    '#Brunch',
    '#Instagood',
    '#PenIsland',
    '#SusanAlbumParty',
    '#Tips',
  ]);
});

const tagsOf = (brief: Partial<HashtagBrief>) =>
  hashtagsFor({ topics: [], platforms: ['instagram'], seedKeywords: [], language: 'en-US', ...brief })
    .sets.flatMap(({ tags }) => tags)
    .map(({ tag }) => tag);

test('adds hashtags of a trade when two common words of the brief name the trade', () => {
  const few = tagsOf({ topics: ['Garden plants'], seedKeywords: ['garden plants'] });
  assert.ok(few.includes('#GardeningTips') && few.includes('#Gardeners'), few.join(' '));
  // neither a single word of a trade nor the beginning of another word names a trade
  assert.deepEqual(tagsOf({ topics: ['Squeaky floors'], seedKeywords: ['catalog', 'spare keys', 'paint'] }), [
    '#SqueakyFloors',
    '#SpareKeys',
    '#Catalog',
  ]);
  const dogs = tagsOf({ topics: ['Dog training for puppies'], seedKeywords: ['vet', 'training'] });
  assert.ok(dogs.includes('#DogOwners'), dogs.join(' '));
});

test('adds only the customer’s own words to a sensitive topic', () => {
  const tags = tagsOf({
    topics: ['Funeral catering'],
    seedKeywords: ['funeral food', 'wake menu', 'bakery'],
    location: 'Leeds',
  });
  assert.ok(tags.includes('#FuneralCatering'));
  assert.deepEqual(
    tags.filter((tag) => /Lovers|Ideas|Tips|Food(?:ie)?Lovers|EatLocal/.test(tag)),
    [],
  );
  assert.deepEqual(tagsOf({ topics: ['Coping with the death of a parent'] }), []);
});

test('omits tags with an avoided word in any of its forms', () => {
  const tags = tagsOf({
    topics: ['Slow bread from our sourdough bakery'],
    seedKeywords: ['sourdough', 'rye bread', 'bakeries'],
    location: 'Leeds',
    avoidTags: ['#Sourdoughs', 'eat local', 'bakery'],
  });
  assert.ok(tags.includes('#RyeBread'));
  assert.deepEqual(
    tags.filter((tag) => /sourdough|bakery|bakeries|eatlocal/i.test(tag)),
    [],
  );
});

test('makes no tag from a number or from half a compound', () => {
  const tags = tagsOf({
    topics: ['Five days of stone-milled bread: rye loaf number one, for first-time bakers'],
  });
  assert.ok(tags.includes('#FirstTimeBakers'), tags.join(' '));
  assert.deepEqual(
    tags.filter((tag) => /five|number|one$|#Stone$|#Time/i.test(tag)),
    [],
  );
});

test('gives no tag a reason that claims that people search for it', () => {
  const { sets } = hashtagsFor(bakery);
  for (const { why } of sets[0]!.tags) assert.doesNotMatch(why, /search|found|gather|look/);
});

test('advises which hashtags of a customer’s post to keep, and what to use instead', () => {
  const { samplePost } = hashtagsFor(bakery);
  assert.deepEqual(
    samplePost!.map(({ tag, keep }) => [tag, keep]),
    [
      ['#instagood', false],
      ['#freshbread', true],
      ['#artisanbreadinleeds', true],
    ],
  );
  assert.deepEqual(
    samplePost!.slice(1).map(({ instead }) => instead),
    [['#FreshBread'], ['#ArtisanBreadInLeeds']],
  );
  for (const { why } of samplePost!.slice(1)) assert.match(why, /Capitalize each word/);
  assert.equal(samplePost![0]!.instead.length, 2);
});

test('reports a broad single word of a post as too broad, and keeps narrow ones, the place and the brand', () => {
  const { samplePost } = hashtagsFor({
    ...bakery,
    brandName: 'Crust',
    samplePost: '#dogs #Leather #sourdough #stoneware #leeds #crust',
  });
  assert.deepEqual(
    samplePost!.map(({ tag, keep, why }) => [tag, keep, why]),
    [
      ['#dogs', false, 'It’s too broad on its own.'],
      ['#Leather', false, 'It’s too broad on its own.'],
      ['#sourdough', true, 'No problems found.'],
      ['#stoneware', true, 'No problems found.'],
      ['#leeds', true, 'No problems found.'],
      ['#crust', true, 'No problems found.'],
    ],
  );
});

test('omits a topic of one broad word with the reason, and makes a tag that combines the word with another', () => {
  const { sets, warnings } = hashtagsFor({
    topics: ['bread'],
    platforms: ['instagram'],
    seedKeywords: [],
    language: 'en-US',
  });
  assert.deepEqual(
    sets[0]!.tags.map(({ tag }) => tag),
    ['#SourdoughBread', '#RealBread', '#ArtisanBread', '#BreadLovers'],
  );
  assert.deepEqual(warnings, [
    {
      tag: '#Bread',
      why: 'It’s too broad on its own. Make it more specific: add a type or a place, for example.',
    },
  ]);
});

test('recommends a broad key term only when nothing more specific exists', () => {
  const brief = { topics: ['bread'], seedKeywords: ['bread', 'bakery', 'food'] };
  assert.ok(tagsOf(brief).includes('#Bread'));
  const specific = tagsOf({
    ...brief,
    seedKeywords: ['bread', 'sourdough', 'rye loaf', 'stone milled flour'],
  });
  assert.ok(specific.includes('#RyeLoaf') && !specific.includes('#Bread'), specific.join(' '));
});

test('combines neither a product with the place nor a brand with a product, and puts tags that fill a set last', () => {
  const tags = tagsOf({
    topics: ['Handmade leather dog collars'],
    seedKeywords: ['dog collars', 'leather', 'handmade'],
    brandName: 'Good Tails',
    location: 'Portland',
    audience: 'Dog owners who walk in the rain',
  });
  assert.deepEqual(tags, [
    '#LeatherDogCollars',
    '#DogCollars',
    '#LeatherCraft',
    '#HandmadeLeather',
    '#LeatherGoods',
    '#PortlandMakers',
    '#PortlandHandmade',
    '#Portland',
    '#DogOwners',
    '#LeatherLovers',
    '#GoodTails',
    '#FullGrainLeather',
  ]);
});

test('makes a few valid tags from a short brief, from nonsense and from other scripts', () => {
  for (const topic of ['?????', '     x     ', '😀😀😀😀😀', 'قهوة الصباح', '1234567', 'the of and for'])
    assert.ok(
      Array.isArray(
        hashtagsFor({ topics: [topic], platforms: ['x'], seedKeywords: [], language: 'en-US' }).sets,
      ),
    );
});

const taproom: HashtagBrief = {
  topics: ['Cider taproom with a patio for dog owners'],
  platforms: ['instagram'],
  seedKeywords: ['cider', 'patio', 'bakery', 'dog friendly', 'hard cider'],
  brandName: 'Crooked Orchard',
  audience: 'Young families and hikers',
  location: 'Asheville, North Carolina',
  language: 'en-US',
};

test('gives each tag a reason that names the parts from which it was made', () => {
  const briefs = [
    bakery,
    taproom,
    { ...taproom, topics: ['Estate planning for blended families'], seedKeywords: ['wills', 'estate plan'] },
    { ...taproom, topics: ['Prenatal yoga classes for first-time moms'], seedKeywords: ['prenatal yoga'] },
  ];
  for (const brief of briefs)
    for (const { tag, group, why } of hashtagsFor(brief).sets[0]!.tags) {
      const has = (text: string) =>
        text
          .split(/[^\p{L}\p{N}]+/u)
          .filter((word) => word.length > 2)
          .some((word) => tag.toLowerCase().includes(word.toLowerCase()));
      const told = `${tag}: ${why}`;
      const [named = ''] = why.split('. ');
      assert.equal(has(brief.location!), /\blocation\b|\bin \p{Lu}/u.test(named), told);
      assert.equal(/\bbrand\b/.test(named), has(brief.brandName!) && group === 'brand', told);
      if (/audience/.test(named)) assert.ok(has(brief.audience!), told);
      if (/topic/.test(named)) assert.ok(has(brief.topics[0]!), told);
      if (/key term/.test(named)) assert.ok(has(brief.seedKeywords.join(' ')), told);
      if (/what the post is about/.test(why)) assert.doesNotMatch(tag, /Owners|Families|Moms|Parents|Hikers/);
    }
  const reasons = new Map(hashtagsFor(taproom).sets[0]!.tags.map(({ tag, why }) => [tag, why]));
  assert.equal(reasons.get('#DogOwners'), 'Names the people in your topic. Use it in posts for dog owners.');
  assert.equal(
    reasons.get('#AshevilleFamilies'),
    'Names your audience and location. Use it in posts for families in Asheville.',
  );
});

test('rejects common single words as too broad', () => {
  const { sets, warnings } = hashtagsFor(taproom);
  const tags = sets[0]!.tags.map(({ tag }) => tag);
  for (const tag of ['#Cider', '#Patio', '#Bakery']) {
    assert.ok(!tags.includes(tag), tag);
    assert.equal(
      warnings.find((one) => one.tag === tag)?.why,
      'It’s too broad on its own. Make it more specific: add a type or a place, for example.',
    );
  }
});

test('makes about the ordered number of tags from a full brief, and explains why there are fewer', () => {
  for (const brief of [bakery, taproom]) {
    const [{ tags, fewer } = { tags: [] }] = hashtagsFor(brief).sets;
    assert.ok(tags.length >= 12, `${tags.length}`);
    assert.equal(fewer === undefined, tags.length === 15);
    const shown = hashtagsFor({ ...brief, seedKeywords: [], brandName: '', audience: '', location: '' });
    assert.ok(
      2 * tags.length >= 3 * shown.sets[0]!.tags.slice(0, previewTags).length,
      shown.sets[0]!.tags.map(({ tag }) => tag).join(' '),
    );
  }
  const [set] = hashtagsFor({ ...taproom, location: '', brandName: '', topics: ['Hard cider'] }).sets;
  assert.equal(
    set!.fewer,
    `This set has ${set!.tags.length} of up to 15 hashtags. More hashtags from this brief would be too broad or repeat these. To get more, request a revision and tell us the location and your brand name.`,
  );
});

test('includes every tag of the preview, however many others there are', () => {
  const topics = ['Mobile dog grooming van for busy commuters in Tulsa, Oklahoma'];
  const preview = tagsOf({ topics }).slice(0, previewTags);
  const seedKeywords = [
    'dog grooming',
    'nail trim',
    'dog bath',
    'cat grooming',
    'puppy groomer',
    'pet spa',
    'flea bath',
  ];
  const paid = tagsOf({ ...taproom, topics, seedKeywords, location: '' });
  assert.equal(paid.length, 15);
  assert.deepEqual(
    preview.filter((tag) => !paid.includes(tag)),
    [],
  );
});

test('makes no tag that separates an activity from its object', () => {
  const tags = tagsOf({ topics: ['Small-batch candle making classes'], location: 'Dublin' });
  assert.ok(tags.includes('#CandleMakingClasses'), tags.join(' '));
  assert.ok(!tags.some((tag) => /^#(?:Dublin)?MakingClasses$/.test(tag)));
});

test('makes one tag of a singular and a plural, and adds neither “Tips” nor “Advice” to a tag that ends in “Advice”', () => {
  const tags = tagsOf({
    topics: ['Mortgage advice for small companies'],
    seedKeywords: ['small company', 'mortgage', 'mortgage broker'],
  });
  assert.equal(tags.filter((tag) => tag.startsWith('#SmallCompan')).length, 1, tags.join(' '));
  assert.ok(!tags.some((tag) => /Advice(?:Tips|Advice)/.test(tag)), tags.join(' '));
  const clothes = tagsOf({ topics: ['Designer clothes'], seedKeywords: ['vintage dress'] });
  assert.ok(clothes.includes('#StyleInspiration'), clothes.join(' '));
});

test('omits tags that spell an obscene word in any combination, with the reason', () => {
  const { sets, warnings } = hashtagsFor({
    topics: ['shit coffee in Stroud'],
    platforms: [],
    seedKeywords: [],
    language: 'en-US',
  });
  const tags = sets[0]!.tags.map(({ tag }) => tag);
  assert.ok(tags.includes('#StroudCoffee') && tags.every((tag) => !/shit/i.test(tag)), tags.join(' '));
  assert.deepEqual(warnings, [
    { tag: '#ShitCoffee', why: '“shit” is an explicit word. Platforms may hide posts that contain it.' },
  ]);
});
