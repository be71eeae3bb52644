import type { Brand } from './demo-customer.ts';

// Fictional brands and the team's work for them, shown in the desk's queue.

const kayaks: Brand = {
  texts: {
    brandName: 'Kelpline Kayaks',
    offer:
      'Guided kayak tours in Monterey Bay: two hours, twice a day, in double kayaks. A tour has at most eight guests and one guide. We lend the wetsuits.',
    difference: 'We leave before the wind comes up, and our guides are marine biologists.',
    audience: 'Couples and families on vacation who have never sat in a kayak.',
    topics:
      'What to wear. The kelp forest from above. Otters, and why we keep our distance. The early tour at eight. Where to park at the harbor.',
  },
  lists: { items: ['The early tour – 8 a.m., two hours, calm water, otters, wetsuit and hot tea included'] },
};

const bindery: Brand = {
  texts: {
    brandName: 'Calder & Finch',
    audience: 'People who own a book that matters to them, and people who write by hand.',
    topics:
      'A family Bible that we repaired: it came in three pieces in a cookie tin. How many stitches hold a notebook together: 84. Goat or calf: choosing leather. Our open day. How to keep books dry in a damp house.',
  },
  lists: {
    items: [
      'Pocket notebook – 96 pages, sewn by hand with waxed linen thread, linen cover, lies flat, fits a jacket pocket',
      'Guest book – 120 pages of heavy cream paper for fountain pens, half leather, a name stamped on the spine',
    ],
  },
};

const therapy: Brand = {
  texts: {
    brandName: 'Larkfield Physical Therapy',
    offer:
      'Physical therapy in Columbus, Ohio, for people who have a new knee or hip. Each session is forty minutes with the same therapist.',
    difference: 'One patient at a time. No assistants, and no machines that do the talking.',
    audience: 'People over 60 who have had an operation, and their families.',
    story:
      'Priya Nair worked as a hospital therapist for eleven years. She saw patients for ten minutes each and rarely the same one twice. In 2019 she opened two rooms on Larkfield Road with a treadmill, a flight of four practice stairs and a kettle. The first patient was a bus driver who wanted to climb into his own bus again; he drove past on a Monday in spring and honked. Today three therapists work there. Each keeps their patients from the first session to the last.',
    keyMessages: 'Forty minutes; the same therapist; practice stairs.',
  },
  lists: {},
};

/** The demo's customers, except for the one whose account the demo shows. */
export const queueCustomers = {
  tomas: { who: { firstName: 'Tomas', lastName: 'Reyes', email: 'tomas@demo.example' }, brand: kayaks },
  ines: { who: { firstName: 'Ines', lastName: 'Calder', email: 'ines@demo.example' }, brand: bindery },
  priya: { who: { firstName: 'Priya', lastName: 'Nair', email: 'priya@demo.example' }, brand: therapy },
} as const;

/** Texts by the labels of the work sheet's fields. */
export const queueWork = {
  /** Six of ten slogans, so that the draft is incomplete. */
  kayakSlogans: {
    'Direction 1': 'Calm',
    'Direction 2': 'Close',
    'Direction 3': 'Playful',
    'Slogan 1': 'Go out curious. Come back quiet.',
    'Slogan 2': 'The bay, at the speed of an otter.',
    'Slogan 3': 'Ahead of the wind.',
    'Slogan 4': 'Eight guests, one guide, one bay.',
    'Slogan 5': 'Paddle now. Dry off later.',
    'Slogan 6': 'Leave the shore to everyone else.',
  },
  binderyBlurbs: {
    'Blurb 1':
      'This notebook lies flat at page one and still lies flat at page 96. We sew every section by hand with waxed linen thread, so nothing comes loose in a bag, in a back pocket or in a bad week. The linen cover forgives a coffee ring. Use it for lists, for sketches, or for the sentence you’d lose by lunchtime. It fits a jacket pocket, so it’s there when the sentence is.',
    'Blurb 2':
      'A guest book is read for longer than it’s written. So we bind ours in half leather, stamp a name on the spine, and use 120 pages of heavy cream paper that welcome a fountain pen. Put it on the table, leave it open, and let people find it. By the end of the evening, it holds the handwriting of everyone you like.',
  },
  /** Two of five posts, so that the draft is incomplete. */
  binderyPosts: {
    'Post 1, Instagram':
      'The spine went first. It always does. This family Bible came to us in three pieces, in a cookie tin. It goes home in one. Swipe for the stitching.\n\n#BookRepair #Bookbinding',
    'Post 1, alt text': 'An old Bible without a spine, in an open cookie tin.',
    'Post 2, Instagram':
      '84 stitches hold one notebook together. You’ll never see them, and that’s the idea.\n\n#Bookbinding #SewnByHand',
    'Post 2, alt text': 'A needle with waxed thread in the fold of a sheet of paper.',
  },
  therapySlogans: {
    'Direction 1': 'Plain',
    'Direction 2': 'Warm',
    'Direction 3': 'Bold',
    'Slogan 1': 'Back to stairs, shoes and Saturdays.',
    'Slogan 2': 'Forty minutes. One therapist. All yours.',
    'Slogan 3': 'We know your knee by name.',
    'Slogan 4': 'Your hip has plans. So do we.',
    'Slogan 5': 'Less waiting. More walking.',
    'Top pick and why':
      'Our pick is number 1. It names the things your patients miss, and it promises neither a date nor a cure.',
  },
} as const;

export const queueNotes = {
  kayaks: 'Four slogans to go. Tomas says “guests,” never “customers.”',
  bundle: 'The early tour is his best seller. Start with its blurb, and the posts will be easier.',
};

export const queueQuestions = {
  openDay:
    'Post 4 is about your open day. Which date should it name, and from when to when is the door open?',
  openDayAnswer: 'The second Saturday of May, ten to four. There’ll be coffee.',
};

export const queueChanges = {
  waiting: '“Less waiting” sounds as if others keep people waiting. Please drop the comparison.',
  bold: 'We like this one. Could it work for a knee, too? Most of our patients come with a knee.',
};
