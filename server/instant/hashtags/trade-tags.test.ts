import assert from 'node:assert/strict';
import test from 'node:test';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import type { HashtagBrief } from './hashtag-brief.ts';
import { makeHashtags } from './make-hashtags.ts';
import list from './trade-tags.json' with { type: 'json' };

const setOf = (brief: Partial<HashtagBrief>) =>
  makeHashtags(
    { topics: [], platforms: ['instagram'], seedKeywords: [], language: 'en-US', ...brief },
    builtInCatalogue.platforms,
  ).sets[0]!.tags;
const tagsOf = (brief: Partial<HashtagBrief>) => setOf(brief).map(({ tag }) => tag);

test('adds hashtags of the trade for a topic that names the trade with one word', () => {
  const tagsOfTopic = (topic: string) => tagsOf({ topics: [topic] });
  assert.ok(tagsOfTopic('Plumber').includes('#Plumbing'));
  assert.ok(tagsOfTopic('Handmade soap').includes('#SoapMaking'));
  assert.ok(tagsOfTopic('Dental clinic').includes('#DentalCare'));
  assert.ok(tagsOf({ topics: ['Jewellery for brides'], language: 'en-GB' }).includes('#HandmadeJewellery'));
});

test('has as many trades as the questions of the product page say', () => {
  const trades = Object.keys({ ...list.trades, ...list.solemn }).length;
  assert.match(JSON.stringify(builtInCatalogue), new RegExp(`one of the ${trades} on our list`));
});

test('combines neither a product with a place nor a district with its town in one tag', () => {
  const tags = tagsOf({
    topics: ['Café with filter coffee'],
    seedKeywords: ['coffee', 'oat milk', 'cardamom buns'],
    location: 'Nørrebro, Copenhagen',
    audience: 'Students who like filter coffee',
  });
  for (const tag of ['#Nørrebro', '#Copenhagen', '#NørrebroCoffee', '#CopenhagenCoffee', '#OatMilk'])
    assert.ok(tags.includes(tag), `${tag}: ${tags.join(' ')}`);
  assert.deepEqual(
    tags.filter((tag) => /\p{L}OatMilk|NørrebroCopenhagen|For\p{Lu}/u.test(tag)),
    [],
  );
});

test('gives each tag of a set a different reason', () => {
  const tags = setOf({
    topics: ['Cider taproom for dog owners'],
    seedKeywords: ['cider', 'bakery', 'dog friendly', 'hard cider'],
    brandName: 'Crooked Orchard',
    audience: 'Young families and hikers',
    location: 'Nørrebro, Copenhagen',
  });
  assert.ok(tags.length > 10);
  assert.equal(new Set(tags.map(({ why }) => why)).size, tags.length, tags.map(({ why }) => why).join('\n'));
});

test('combines the place with the product, not with its purpose', () => {
  const tags = tagsOf({ topics: ['interior design for small budgets in New York City'] });
  assert.ok(tags.includes('#NewYorkCityInteriorDesign'), tags.join(' '));
  assert.ok(!tags.includes('#NewYorkCitySmallBudgets'));
});

test('makes only serious hashtags for a solemn topic', () => {
  const tags = tagsOf({ topics: ['Funeral home in Duluth'] });
  assert.ok(tags.includes('#FuneralPlanning') && tags.includes('#Duluth'), tags.join(' '));
  assert.ok(!tags.some((tag) => /Lovers|Tips|Inspiration/.test(tag)), tags.join(' '));
});

const without = (brief: Partial<HashtagBrief>, wrong: RegExp) => {
  const tags = tagsOf(brief);
  assert.ok(!tags.some((tag) => wrong.test(tag)), tags.join(' '));
};

test('adds no hashtags of tattooists, dentists or music teachers for tattoo removal, dental software or piano repair', () => {
  without({ topics: ['Tattoo removal by laser'] }, /TattooDesign|TattooIdeas|TattooLovers/);
  without({ topics: ['Software for dentists'] }, /OralHealth|DentalCare/);
  without({ topics: ['Piano repair and restoration'] }, /Lessons|MusicTeachers/);
  assert.ok(tagsOf({ topics: ['Dog photography'] }).includes('#PortraitPhotography'));
  assert.ok(tagsOf({ topics: ['Bike repair'] }).includes('#BikeMechanic'));
});

test("adds no hashtags of the trade of the customer's own customers", () => {
  without(
    { topics: ['Mobile knife sharpening for restaurants'], seedKeywords: ['knife sharpening'] },
    /DateNight|SeasonalMenu|EatingOut/,
  );
  without(
    { topics: ['Sign language interpreting for events'], seedKeywords: ['accessible events'] },
    /EventPlann|PartyPlanning/,
  );
});

test('recognizes a trade of two words only from both, and no trade from words that several trades share', () => {
  without({ topics: ['Halal food for weddings'] }, /FoodTruck|StreetFood/);
  without({ topics: ['Cream for dry hands'] }, /IceCream|Gelato/);
  without({ topics: ['Italian delicatessen'] }, /Language/);
  without({ topics: ['Repair of vintage radios'], seedKeywords: ['radio repair'] }, /Bike|Cycl/);
  assert.ok(tagsOf({ topics: ['Food truck with tacos'] }).includes('#StreetFood'));
});

test('joins no words of two scripts to one hashtag', () => {
  const tags = tagsOf({ topics: ['Ramen shop'], seedKeywords: ['ramen shop'], location: '東京' });
  assert.ok(tags.includes('#東京'));
  assert.ok(!tags.some((tag) => /[東京].*[a-z]/i.test(tag)), tags.join(' '));
});

test('keeps the place in a set that would have more hashtags than the maximum', () => {
  const tags = tagsOf({
    topics: ['Vegan brunch place with a garden'],
    seedKeywords: ['vegan brunch', 'vegan cafe', 'pancakes', 'garden seating'],
    location: 'Melbourne',
    brandName: 'Green Fork',
  });
  assert.ok(tags.includes('#Melbourne') && tags.includes('#GreenFork'), tags.join(' '));
});

test('combines the place with “piano tuning”, but not with “restoration” or “adults” alone', () => {
  const brief = {
    topics: ['Piano tuning and restoration'],
    seedKeywords: ['piano tuning'],
    location: 'Madison',
  };
  assert.ok(tagsOf(brief).includes('#MadisonPianoTuning'));
  without(brief, /^#MadisonRestoration$/);
  without(
    {
      topics: ['Tattoo removal'],
      seedKeywords: ['tattoo removal'],
      location: 'Oslo',
      audience: 'Adults who regret a tattoo',
    },
    /^#OsloAdults$/,
  );
});
