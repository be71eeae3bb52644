import { slogansOrder } from '#demo/slogans-order.ts';

const text = `Golden Crust is a bakery in Leeds. We founded it because we missed the bread of our childhood, and nobody sold it any more.

We leave the dough to rest for two days. Then we shape it by hand. You can definately taste the time in every slice, and people who bake at home ask us how we do it.`;

/** An order of a report without an editor, about a text with one misspelling. */
export const analysisOrder = {
  ...slogansOrder,
  orderTypes: [4],
  orderDetails: [
    {
      quantity: 1,
      variant: '1000',
      options: { level: 'instant' },
      express: false,
      brief: {
        title: 'Why slow bread matters',
        text,
        contentType: 'article',
        readers: 'everyone',
        goal: 'inform',
        language: 'en-GB',
        ownWords: ['childhood'],
      },
    },
  ],
  price: 900,
};
