/** Finished sample work for a fictional bakery: texts by the labels of the work sheet's fields. */
export const demoWork = {
  slogans: {
    'Direction 1': 'Plain',
    'Direction 2': 'Warm',
    'Direction 3': 'Bold',
    'Slogan 1': 'Slow bread, early.',
    'Slogan 2': 'Flour we mill. Bread you miss.',
    'Slogan 3': 'Baked while you sleep.',
    'Slogan 4': 'Two days in the making. Gone by noon.',
    'Slogan 5': 'The smell that gets them out of bed.',
    'Slogan 6': 'Breakfast starts at our mill.',
    'Slogan 7': 'Good mornings take two days.',
    'Slogan 8': 'Gone by noon. Every noon.',
    'Slogan 9': 'Your toaster deserves better.',
    'Slogan 10': 'We lose sleep over your breakfast.',
    'Top pick and why':
      'Our pick: number 3. It says when, it promises nothing you can’t keep, and it fits on a paper bag.',
  },
  slogansRevised: {
    'Direction 1': 'Plain',
    'Direction 2': 'Warm',
    'Direction 3': 'Calm',
    'Slogan 1': 'Slow bread, early.',
    'Slogan 2': 'Flour we mill. Bread you miss.',
    'Slogan 3': 'Baked while you sleep.',
    'Slogan 4': 'Two days in the making. Gone by noon.',
    'Slogan 5': 'The smell that gets them out of bed.',
    'Slogan 6': 'Breakfast starts at our mill.',
    'Slogan 7': 'Good mornings take two days.',
    'Slogan 8': 'Enough time for good bread.',
    'Slogan 9': 'The morning can wait for this.',
    'Slogan 10': 'Nothing rushed but the delivery.',
    'Top pick and why': 'Our pick is still number 3. Of the new ones, we’d print number 8.',
  },
  blurb: {
    Blurb:
      'Stone-milled rye sourdough: flour, water, salt and two days of patience. We mill the grain in the morning, let the dough rest until the next night, and bake it dark on stone. The crumb stays moist for five days and toasts well on the sixth. It’s at its best with salted butter, and it holds its own against soup. Order by six, and it hangs on your door before breakfast.',
  },
  brioche: {
    Blurb:
      'On Saturdays we let ourselves go. This brioche is soft, golden and frankly generous with the butter, which comes from the next valley. The sourdough underneath keeps it from being merely sweet. We bake it by order only, so nobody gets there first and none is left by evening. Tear it while it’s warm. If any survives until Sunday, toast it, and tell no one.',
  },
  narrative: {
    Headline: 'The mill next door',
    'Full text': `We started with a borrowed oven and a key to a shop nobody wanted.

It was 1987. Two sisters, one of them fresh out of a job and the other fresh out of patience with the bread on sale in Leeds, signed a lease on a narrow shop front and borrowed an oven from an uncle who was retiring. He gave them a week to learn it. They burned the first batch, gave away the second and sold the third before it had cooled. On the Friday they ran out at nine in the morning, put a note in the window that said “Sorry. More tomorrow,” and went back inside to mix twice as much.

That note has been in the window, on and off, ever since.

## Why it takes two days

Most bread is made in an hour, and it tastes like an hour. Ours takes two days because flour and water need that long to become something worth eating. We mix at noon. The dough rests overnight, and through the next day, while we get on with everything else. It sours a little. It gathers strength. By the second evening you can press a thumb into it and watch the dent fill slowly, as if it were thinking it over.

Then we shape each loaf by hand and bake it on stone, dark, because the flavor is in the crust. There’s nothing else in it: flour, water, salt and time. People ask what our secret is. It’s a calendar.

## The mill

For sixteen years we bought our flour like everyone else, in paper sacks, already a few weeks old. It was good flour. But on the other side of our back wall stood an old mill, closed for generations, with its stones still in place and pigeons in the rafters. In 2003 the owner decided to clear it out. He offered us the stones for the price of hauling them away.

We bought the building instead.

It took a winter to get it running, most of it spent on our knees with a chisel, dressing the stones the way a retired miller from the Dales had shown us. The first sack of rye came out warm. It smelled of the field it had grown in. We baked with it that same night, and in the morning a customer from our first week took one bite and asked what we’d done.

We’ve milled every morning since. Fresh flour doesn’t keep, so neither can we: what we mill, we bake, and what we bake, we bring.

## Before you’re up

These days nine of us bake 600 loaves a night. At four, the mill starts. You hear it before you smell it. By five, the first trays are out, and by six, the vans are loaded. Sixty cafés in and around Leeds serve our bread, and most of them have a loaf on the counter before they’ve switched on the coffee machine. By seven, the bags hang on the doors of the families who order from us, still warm if you’re quick.

If you have children, you know what seven is like. Somebody can’t find a shoe. Somebody won’t wear the other one. Bread won’t fix any of that. But it’s there, and it’s the one thing that morning you didn’t have to think about. We like being that.

There’s a reason we bring it to the door. In the early years, the people who loved our bread most were the people who couldn’t come and get it: parents with a pram and a bus to catch, nurses at the end of a night shift, a retired teacher four streets up the hill. So one of us put a crate on a bicycle. The bicycle became vans, and the crate became a route with three hundred doors, but the idea hasn’t changed. Good bread shouldn’t cost you a detour.

## Still ours

Someone once showed us how we could grow, with a chart. We were polite about it, and then we went back to the oven, because we couldn’t find the part of the chart where the dough gets its two days.

So we’re still family owned. The sisters still argue about salt. The uncle’s oven is in the corner, too small for us now and too dear to give away, and on Saturdays we bake the tasting loaves in it: four kinds, one long table, butter from the next valley. Come by. You don’t have to buy anything, though we’ll be honest with you: people usually do.

By noon the shelf is empty. We sweep the floor, wipe down the stones and put the note back in the window.

Sorry. More tomorrow.`,
    'One-sentence summary':
      'Golden Crust is a family-owned bakery in Leeds that mills its own flour, takes two days over every loaf and delivers it before breakfast.',
    'Facts to check':
      '1987 and 2003; the narrow shop; the uncle’s oven; the flour in paper sacks; the note of the first Friday; the retired miller from the Dales; nine bakers; 600 loaves a night; 60 cafés in and around Leeds; 300 doors; the times from four to seven; the Saturday tasting with four loaves.',
  },
  posts: {
    'Post 1, Instagram': `The mill starts at four. You hear it before you smell it. By the time your alarm goes off, the bread we mixed two days ago is on its way. Order by six tonight, and it’s on your door by seven tomorrow morning.

#SlowBread #LeedsBakery`,
    'Post 1, alt text': 'A stream of flour falling from a millstone into a wooden bin.',
    'Post 2, Instagram': `Why is our rye so dark? Two days and a hot stone. That’s the whole secret. The new loaf is here on Saturday. Tell us what you’d put on the first slice.

#SlowBread #RyeBread #LeedsBakery`,
    'Post 2, alt text': 'A dark rye loaf, cut open, on a floured board.',
    'Post 3, Instagram': `Saturday: four loaves, one long table, no talking with your mouth full. Come by between nine and noon, and bring someone who thinks all bread is the same.

#LeedsBakery #SlowBread`,
    'Post 3, alt text': 'Four loaves in a row on a long table, with butter and knives.',
    'Post 4, Instagram': `Where does your bread live? Not in the fridge: it goes stale faster there. Keep it in its paper bag, cut side down: Monday’s loaf is good until Friday. Save this for the next loaf.

#SlowBread #BreadTips`,
    'Post 4, alt text': 'A loaf standing on its cut side next to a paper bag.',
    'Post 5, Instagram': `Half-baked is fine for ideas. Not for bread. Ours rests for two days before it sees the oven, so you don’t have to wait for anything but the butter. See what’s baking this week: the link is in our bio.

#SlowBread #LeedsBakery`,
    'Post 5, alt text': 'Shaped loaves resting in baskets, seen from above.',
  },
} satisfies Record<string, Record<string, string>>;

/** Variants that match the lengths of the texts above, because order forms preselect the cheapest one. */
export const demoVariants: Record<string, string> = {
  slogans: '10',
  'business-narratives': '800',
  blurbs: '100',
};

/** The bakery's answers to order forms, by the question's key. */
export const demoBrief: Record<string, string> = {
  brandName: 'Golden Crust',
  website: 'https://goldencrust.example',
  link: 'https://goldencrust.example/order',
  offer:
    'We bake slow bread and deliver it before breakfast. We mill our own flour, and every dough rests for two days. By noon we’re sold out, every day.',
  difference: 'We mill our own flour every morning and never use additives.',
  audience: 'Busy parents in Leeds who want good bread on the table without an extra stop.',
  mustInclude: 'bread',
  references: '“Never knowingly undersold”: plain, and a promise.',
  story:
    'Two sisters opened the shop in 1987 with an oven borrowed from an uncle who was retiring; he gave them a week to learn it. Nobody else wanted the shop, because its front is narrow. One had lost her job; both were tired of the bread in Leeds. They burned the first batch, gave away the second and sold the third before it had cooled. That Friday they sold out by nine, put up a note, “Sorry. More tomorrow,” and mixed twice as much. We still use the note. Until 2003 we bought flour in paper sacks, a few weeks old. Behind our back wall stood a mill, closed for generations, with pigeons in the rafters. The owner offered us the stones if we hauled them away; we bought the building. A retired miller from the Dales showed us how to dress the stones, which took a winter on our knees with a chisel. The first sack of rye came out warm and smelled of the field; we baked with it that night, and a customer from the first week asked what we’d done. We mix at noon, and the dough rests until the next evening; it sours a little and gathers strength. We shape each loaf by hand and bake it dark on stone: flour, water, salt and time, nothing else. Today nine of us bake 600 loaves a night: the mill starts at four, and you hear it before you smell it; the first trays are out by five, the vans are loaded by six, and we’re at the doors by seven, while the bread is warm. 60 cafés in and around Leeds serve our bread, most of them before the coffee machine is on, and our route has 300 doors. It began with a crate on a bicycle, for parents with a pram and a bus to catch, nurses after night shifts and a retired teacher four streets up the hill. Someone once showed us a chart of how to grow; we said no. We’re still family owned, and the sisters still argue about salt. On Saturdays we have a tasting on one long table with four loaves from the uncle’s oven, which stands in the corner, and butter from the next valley. By noon the shelf is empty, and the note goes up.',
  keyMessages: 'Family-owned; has its own mill; supplies 60 cafés.',
  topics:
    'New rye loaf on Saturday: two days of rest, a hot stone, a dark crust. How we mill: the mill starts at four, and we bake with flour mixed two days ago. How to keep bread fresh: in its paper bag, cut side down, never in the fridge; baked on Monday, it’s good until Friday. The Saturday tasting: four loaves on one long table, nine to noon. Orders by six are on the door by seven the next morning.',
  avoid: 'No health claims. Don’t mention supermarkets by name.',
  notes: 'No health claims. Don’t mention supermarkets by name.',
  campaignTag: '#SlowBread',
  samplePost: 'Fresh out of the oven! #instagood #freshbread #SlowBread',
  title: 'Our bakery',
  keyphrase: 'slow bread',
};

/** The answers to questions that accept several lines or terms. */
export const demoLists: Record<string, string[]> = {
  items: [
    'Rye loaf 800 g – stone-milled each morning, two-day sourdough, baked dark on stone, keeps 5 days, toasts well on the sixth; order by six, on the door before breakfast',
    'Wheat sourdough 1 kg – own flour, dark crust, from the stone oven',
    'Breakfast rolls, bag of six – delivered warm before seven',
    'Seeded spelt loaf 750 g – sunflower, flax and pumpkin seeds',
    'Saturday brioche – butter from the next valley, by order only',
  ],
  topics: ['Slow sourdough bread from our own mill'],
  keywords: ['sourdough', 'rye bread', 'Leeds bakery'],
  seedKeywords: ['sourdough', 'rye bread', 'bakery'],
  avoidTags: ['foodporn'],
  moreKeyphrases: ['sourdough'],
  ownWords: ['Golden Crust', 'levain'],
};

/** The team's answers to requested changes. */
export const answers = {
  calm: 'The “Bold” group is gone. Three calm slogans take its place: numbers 8 to 10.',
};

export const questions = {
  sunday:
    'Do you deliver on Sundays, too? The brief says “before breakfast,” but your page says Monday to Saturday.',
};

/** Messages about orders: one answered, one unanswered. */
export const messages = {
  posts:
    'One more thing: our new rye loaf comes out on Saturday, and we’d like to publish Post 2 that morning. Can it stay as it is?',
  postsAnswer: 'Yes. Only Post 3 changes in the next version, so Post 2 is ready for Saturday.',
  weight:
    'The wheat sourdough weighs 900 g now, not 1 kg. Could you use the new weight in the blurb? Everything else in the brief is right.',
};

/** A customer's text with every kind of error that the analyzer finds. */
export const textToAnalyze = `# Our bakery

Golden Crust is a very innovative bakery which was founded in order to facilitate the utilization of traditional techniques that have been subsequently adopted by a number of other bakeries in the region.

The the dough is left to rest for a long time. It is then shaped by hand. It is baked in a stone oven. You should of tried it!!! We definately recommend it to all you guys!!! Our flour is milled in the morning, and nothing else is put into the bread than water, salt and two days of patience.`;
