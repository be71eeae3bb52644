import assert from 'node:assert/strict';
import test from 'node:test';
import { type Case, check, checkTable } from '#test/contract/check-table.ts';

const golden = { brandName: 'Golden Crust' };
const brand = (text: string, brandName = 'Golden Crust'): Case => ({ texts: [text], brief: { brandName } });
const spelled = (written: string, name = 'Golden Crust') =>
  `Text 1 contains “${written}”, but the brief spells the brand “${name}”.`;
checkTable('brandName', {
  ok: 'look',
  finds: [
    [brand('At golden crust, we bake.'), spelled('golden crust')],
    [brand('At Golden crust we bake.'), spelled('Golden crust')],
    [brand('GOLDEN CRUST'), spelled('GOLDEN CRUST')],
    [brand('At GoldenCrust we bake.'), spelled('GoldenCrust')],
    [brand('At Golden-Crust we bake.'), spelled('Golden-Crust')],
    [brand('At Golden Crest we bake.'), spelled('Golden Crest')],
    [brand('At Godlen Crust we bake.'), spelled('Godlen Crust')],
    [brand('golden crust’s rye'), spelled('golden crust’s')],
    [brand('Made by Adidas.', 'adidas'), spelled('Adidas', 'adidas')],
    [brand('Ask Mail Chimp.', 'MailChimp'), spelled('Mail Chimp', 'MailChimp')],
    [
      { texts: ['Golden Crust', 'golden crust'], brief: golden },
      'Text 2 contains “golden crust”, but the brief spells the brand “Golden Crust”.',
    ],
  ],
  passes: [
    brand('At Golden Crust, we bake.'),
    brand('Golden Crust’s rye'),
    brand("Golden Crust's rye"),
    brand('#goldencrust #GoldenCrust @goldencrust'),
    brand('Order at goldencrust.example or https://goldencrust.example/order'),
    brand('Our bread is golden. Its crust is dark.'),
    brand('A Golden Cross hangs there.'),
    brand('We bake with flour we mill.'),
    brand('Golden\nCrust'),
    brand('At golden crust, we bake.', ''),
    brand('Go on and go.', 'Go'),
    brand('Ben & Jerry’s', "Ben & Jerry's"),
  ],
});

const include = (slogan: string, mustInclude: string): Case => ({
  texts: [slogan],
  brief: { mustInclude },
  kind: 'Slogan',
});
const missing = (term: string) => `No slogan contains “${term}”, although the brief asks for it.`;
checkTable('mustInclude', {
  finds: [
    [include('Rye, early.', 'bread'), missing('bread')],
    [include('Bread, early.', 'bread, morning'), missing('morning')],
    [include('Breadth', 'bread'), missing('bread')],
    [include('Gingerbread', 'bread'), missing('bread')],
    [include('Good day', 'good morning'), missing('good morning')],
    [include('Morning, good', 'good morning'), missing('good morning')],
    [include('Slow food', '“slow bread”'), missing('slow bread')],
    [include('Bread', 'bread; mill\nstone'), missing('mill')],
    [{ texts: ['Rye', 'Seeds'], brief: { mustInclude: 'bread' }, kind: 'Slogan' }, missing('bread')],
  ],
  passes: [
    include('Bread, early.', 'bread'),
    include('BREAD!', 'bread'),
    include('Breads', 'bread'),
    include('The bread’s here', 'bread'),
    include('Good morning, bread', 'bread, good morning'),
    { texts: ['Bread', 'Morning'], brief: { mustInclude: 'bread, morning' }, kind: 'Slogan' },
    include('Rye', ''),
    include('Rye', ' , '),
    { texts: ['Rye'], brief: { mustInclude: 'bread' } },
    include('Slow bread', '“slow bread”.'),
  ],
});

test('marks a missing required phrase of more than three words as something to check', () => {
  const [result] = check('mustInclude', include('Bread', 'the year we were founded'));
  assert.equal(result?.ok, 'look');
});

const keyword = (text: string, ...keywords: string[]): Case => ({ texts: [text], brief: { keywords } });
const unused = (term: string) => `No text contains the keyword “${term}”.`;
checkTable('keywords', {
  ok: 'look',
  finds: [
    [keyword('Rye bread', 'artisan'), unused('artisan')],
    [keyword('Bread of rye', 'rye bread'), unused('rye bread')],
    [keyword('Rye bread', 'rye bread', 'Leeds'), unused('Leeds')],
    [keyword('Ryebread', 'rye bread'), unused('rye bread')],
    [keyword('Artisanal', 'artisan'), unused('artisan')],
    [keyword('Caf', 'café'), unused('café')],
    [{ texts: ['Rye', 'bread'], brief: { keywords: ['rye bread'] } }, unused('rye bread')],
    [keyword('800', '800 g'), unused('800 g')],
  ],
  passes: [
    keyword('Our rye bread keeps.', 'rye bread'),
    keyword('RYE BREAD', 'rye bread'),
    keyword('Rye breads', 'rye bread'),
    keyword('The rye bread’s crust', 'Rye Bread'),
    keyword('Rye,\nbread', 'rye bread'),
    { texts: ['Rye', 'Seeds'], brief: { keywords: ['seed', 'rye'] } },
    keyword('Rye'),
    keyword('Le café', 'Café'),
    { texts: ['Rye'], brief: { keywords: '' } },
  ],
});

const avoid = (text: string, wish: string): Case => ({ texts: [text], brief: { avoid: wish } });
const said = (term: string) => `Text 1 contains “${term}”, which the brief says to avoid.`;
const wish = 'No health claims. Don’t mention supermarkets by name.';
checkTable('avoid', {
  ok: 'look',
  finds: [
    [avoid('Better than supermarkets.', wish), said('supermarkets')],
    [avoid('Not from a Supermarket.', wish), said('Supermarket')],
    [avoid('We make health claims.', wish), said('health claims')],
    [avoid('Cheap bread', 'cheap, luxury'), said('Cheap')],
    [avoid('The best bread in town', 'Please avoid “best bread in town”.'), said('best bread in town')],
    [avoid('It’s artisan.', 'the word "artisan"'), said('artisan')],
    [avoid('World-class rye', '- world-class\n- gluten-free'), said('World-class')],
    [avoid('A game changer', 'never say ‘game changer’'), said('game changer')],
    [{ texts: ['Cheap'], brief: { notes: 'We close on Sundays. Don’t say cheap.' } }, said('Cheap')],
    [{ texts: ['#FoodPorn'], brief: { avoidTags: ['#foodporn'] } }, said('FoodPorn')],
  ],
  passes: [
    avoid('Baked overnight.', wish),
    avoid('Good for your health.', wish),
    avoid('Super markets', wish),
    avoid('Cheaper bread', 'cheap'),
    avoid('Our bread is bread.', 'Anything that sounds like a claim about how healthy bread is'),
    avoid('Any bread', ''),
    avoid('None of the bread is old, to be sure.', 'None'),
    { texts: ['We close on Sundays.'], brief: { notes: 'We close on Sundays.' } },
    { texts: ['Cheap bread'], brief: {} },
  ],
});

const post = (text: string, link = ''): Case => ({ texts: [text], brief: { link }, kind: 'Post' });
const noCall = 'Post 1 has no call to action.';
const noLink = 'No post contains the brief’s link, goldencrust.example/order.';
const address = 'https://www.goldencrust.example/order/';
checkTable('links', {
  ok: 'look',
  finds: [
    [post('The mill starts at four.'), noCall],
    [post('You hear it before you smell it. #SlowBread'), noCall],
    [post('An order is an order.'), noCall],
    [post('Bread. #TryIt'), noCall],
    [post('Our visitors love the shop.'), noCall],
    [{ texts: ['Order by six.', 'Rye is back.'], kind: 'Post' }, 'Post 2 has no call to action.'],
    [post('Order by six.', address), noLink],
    [post('Order at goldencrust.example.', address), noLink],
    [post('Order at https://goldencrust.example', address), noLink],
  ],
  passes: [
    post('Order by six tonight, and it’s on your door by seven.'),
    post('Rye is back. Tell us what you’d put on it.'),
    post('What’s on your first slice?'),
    post('Saturday: come by between nine and noon.'),
    post('Half-baked is fine for ideas. The link is in our bio.'),
    post('Rye is back 🍞 Save this for Monday'),
    post('More: https://goldencrust.example'),
    post('Order: goldencrust.example/order', address),
    post('Order at HTTPS://GoldenCrust.example/order?a=b', address),
    post('Order now. Link in bio.', address),
    { texts: ['Rye is back.'] },
    { texts: ['Rye is back.'], brief: { link: address } },
  ],
});
