/** Finished work as we would deliver it, for an invented bakery. */
export const demoWork = {
  slogans: `Plain
1. Slow bread, early.
2. Flour we mill. Bread you miss.
3. Baked while you sleep.

Warm
4. The smell that gets them out of bed.
5. Breakfast starts at our mill.

Bold
6. Gone by noon. Every noon.
7. Your toaster deserves better.`,
  slogansRevised: `Plain
1. Slow bread, early.
2. Flour we mill. Bread you miss.
3. Baked while you sleep.

Warm
4. The smell that gets them out of bed.
5. Breakfast starts at our mill.

Calm
6. Enough time for good bread.
7. The morning can wait for this.`,
  blurb: `Rye loaf, 800 g

Stone-milled rye, water, salt and two days of patience. Keeps for five days, toasts well on the sixth.`,
  narrative: `We opened with one oven and a mill that somebody was about to throw away.

The mill is why we bake the way we do. Flour that is milled the same morning smells of the field it came from, and it does not keep, so neither can we: what we mill, we bake; what we bake, we bring. By seven the bags hang on the doors. By noon the shelf is empty, and we start again.`,
  posts: `Post 1
The mill starts at four. You hear it before you smell it.

Post 2
Why is our rye so dark? Two days. That is the whole secret.

Post 3
Saturday: four loaves, one table, no talking with your mouth full. Come by.

Post 4
Question for the early ones: crust first, or middle first?

Post 5
Half-baked is fine for ideas. Not for bread.`,
};

export const questions = {
  sunday: 'Do you deliver on Sundays? The brief says “every morning”, your page says Monday to Saturday.',
};

/** As a customer might send it: something of everything the analyzer looks for. */
export const textToAnalyze = `# Our bakery

Golden Crust is a very innovative bakery which was founded in order to facilitate the utilization of traditional techniques that have been subsequently adopted by a number of other bakeries in the region.

The the dough is left to rest for a long time. It is then shaped by hand. It is baked in a stone oven. You should of tried it!!! We definately recommend it to all you guys!!! Our flour is milled in the morning, and nothing else is put into the bread than water, salt and two days of patience.`;
