import { countWords } from '#contract/text.ts';
import { stemsOf } from '#server/instant/tag-words.ts';
import {
  findAsk,
  findMatch,
  findPlace,
  findQuotation,
  findSecondAsk,
  patterns,
  type Signal,
} from './find-signals.ts';
import type { ReadText } from './read-text.ts';

export type Point = {
  key: string;
  /** The checked feature as a noun phrase: "A contact for journalists". */
  label: string;
  why: string;
  how: string;
  /** The passage that shows the feature; `true` when the text has it without a passage, such as a short title. */
  find: (read: ReadText, title: string) => Signal | boolean;
};

const anywhere = (pattern: RegExp) => (read: ReadText) => findMatch(pattern, { text: read.text, start: 0 });
const inOpening = (pattern: RegExp) => (read: ReadText) => {
  const opening = read.paragraphs[0];
  return opening && findMatch(pattern, opening);
};
const inEnding = (pattern: RegExp) => (read: ReadText) => {
  const ending = read.paragraphs.slice(-2);
  return ending.map((paragraph) => findMatch(pattern, paragraph)).find((found) => found !== undefined);
};

const ask: Point = {
  key: 'ask',
  label: 'A call to action',
  why: 'Once readers are convinced, they need to know what to do next.',
  how: 'Add one sentence that begins with a verb, such as “Order your first loaf today.”',
  find: findAsk,
};
const price: Point = {
  key: 'price',
  label: 'A price',
  why: 'Price is most buyers’ first question.',
  how: 'Name the price, a range, or what is free.',
  find: anywhere(patterns.price),
};
const proof: Point = {
  key: 'proof',
  label: 'Proof',
  why: 'Readers trust a number, a customer’s words or a guarantee more than a bare claim.',
  how: 'Add a result with a number, a short quote from a customer, or a guarantee.',
  find: (read) => findQuotation(read) ?? findMatch(patterns.proof, { text: read.text, start: 0 }),
};
const figure: Point = {
  key: 'figure',
  label: 'At least one number',
  why: 'A number makes a claim easy to check and to remember.',
  how: 'Replace a word such as “many” or “fast” with the number behind it.',
  find: anywhere(patterns.figure),
};
const benefit: Point = {
  key: 'benefit',
  label: 'A benefit for readers in the opening',
  why: 'Readers decide in the first lines whether the text is for them.',
  how: 'In the first paragraph, say what the reader gets. Use “you” or “your.”',
  find: inOpening(patterns.reader),
};

/** Whether at least half of the title's longer words occur in the text, in any form. */
function keepsPromise({ paragraphs }: ReadText, title: string): boolean {
  const promised = stemsOf(title).filter((stem) => stem.length > 3);
  if (promised.length === 0) return true;
  const said = new Set(paragraphs.flatMap(({ text }) => stemsOf(text)));
  return promised.filter((stem) => said.has(stem)).length * 2 >= promised.length;
}

/** The features that readers expect of each kind of text, by the order form's value. */
export const checklists: Readonly<Record<string, { title: string; points: readonly Point[] }>> = {
  press: {
    title: 'Press release',
    points: [
      {
        key: 'date',
        label: 'The date',
        why: 'Editors discard news without a date.',
        how: 'Begin with the place and the date, such as “Leeds, May 4, 2027.”',
        find: anywhere(patterns.date),
      },
      {
        key: 'place',
        label: 'The place in the opening',
        why: 'Editors first ask whether the news is from their area.',
        how: 'Begin with the town and the date, such as “Leeds, May 4, 2027.”',
        find: findPlace,
      },
      {
        key: 'news',
        label: 'A fact or number in the opening',
        why: 'Editors decide based on the first paragraph. It needs the news, not the background.',
        how: 'Say in the first paragraph who did what, when, and by how much.',
        // the numbers of a date don't count as news
        find: ({ paragraphs: [opening] }) =>
          opening &&
          findMatch(patterns.figure, {
            ...opening,
            text: opening.text.replace(patterns.date, (date) => ' '.repeat(date.length)),
          }),
      },
      {
        key: 'quote',
        label: 'A quote with substance',
        why: 'Editors keep a quote that gives a reason, a figure or an opinion. They cut “We are thrilled.”',
        how: 'Quote one or two sentences that only the speaker could say. Add the speaker’s name and role.',
        find: findQuotation,
      },
      {
        key: 'contact',
        label: 'A contact for journalists',
        why: 'Editors on deadline need someone they can ask.',
        how: 'End with a name, an email address and a phone number.',
        find: (read) => anywhere(patterns.email)(read) ?? anywhere(patterns.phone)(read),
      },
    ],
  },
  landing: { title: 'Landing page', points: [benefit, proof, price, ask] },
  product: {
    title: 'Product page',
    points: [
      {
        key: 'measure',
        label: 'Size or weight',
        why: 'Buyers can’t hold the product, so they need its size or weight.',
        how: 'Add the dimensions, the weight or the quantity with its unit.',
        find: anywhere(patterns.measure),
      },
      {
        key: 'material',
        label: 'Material or ingredients',
        why: 'Buyers want to know what the product is made of.',
        how: 'Name the material or the ingredients.',
        find: anywhere(patterns.material),
      },
      {
        key: 'care',
        label: 'Care or repair',
        why: 'Buyers ask how long the product lasts and what care it needs.',
        how: 'Say how to clean, store or repair the product.',
        find: anywhere(patterns.care),
      },
      {
        key: 'delivery',
        label: 'Delivery or returns',
        why: 'If delivery or returns are unclear, buyers go elsewhere.',
        how: 'Say when the product arrives and how to return it, or link to a page that explains both.',
        find: anywhere(patterns.delivery),
      },
    ],
  },
  about: {
    title: 'About page',
    points: [
      {
        key: 'people',
        label: 'The people behind the business',
        why: 'Readers of an About page want to know who they’re dealing with.',
        how: 'Name the founder or the people readers will meet.',
        find: anywhere(patterns.person),
      },
      {
        key: 'since',
        label: 'When the business began',
        why: 'A founding year shows how much experience you have.',
        how: 'Add the year you started, or how many years of experience you have.',
        find: (read) =>
          anywhere(patterns.year)(read) ??
          anywhere(
            /\p{N}+ years?|\b(?:two|three|four|five|six|seven|eight|nine|ten|twenty|thirty) years\b/iu,
          )(read),
      },
      { ...benefit, key: 'reader', label: 'What readers get', find: anywhere(patterns.reader) },
      {
        ...ask,
        label: 'A next step or contact',
        find: (read) => findAsk(read) ?? anywhere(patterns.email)(read) ?? anywhere(patterns.phone)(read),
      },
    ],
  },
  email: {
    title: 'Email or newsletter',
    points: [
      {
        key: 'subject',
        label: 'A subject of up to 50 characters',
        why: 'Phones cut off longer subjects.',
        how: 'Enter the subject in the title field. Put what matters to the reader in the first 50 characters.',
        find: (_, title) => title !== '' && [...title].length <= 50,
      },
      {
        key: 'greeting',
        label: 'A greeting',
        why: 'A greeting turns an announcement into a message to one person.',
        how: 'Begin with “Hello” or the reader’s name.',
        find: (read) => findMatch(patterns.greeting, { text: read.text.slice(0, 200), start: 0 }),
      },
      ask,
      {
        key: 'one-ask',
        label: 'A single request',
        why: 'Every extra request distracts from the one you need most.',
        how: 'Keep the most important request, and send the others in separate emails.',
        find: (read) => findSecondAsk(read) === undefined,
      },
      {
        key: 'sign-off',
        label: 'A sign-off',
        why: 'Readers want to know who is writing to them.',
        how: 'End with a name.',
        find: (read) => {
          const last = read.paragraphs.at(-1);
          return last && countWords(last.text) <= 8 ? last : inEnding(patterns.signOff)(read);
        },
      },
    ],
  },
  social: {
    title: 'Social post',
    points: [
      {
        key: 'first-line',
        label: 'A first sentence of up to 125 characters',
        why: 'Apps cut off a post after about 125 characters.',
        how: 'Put the main point or a question in the first sentence.',
        find: ({ sentences }) => (sentences[0]?.text.length ?? 0) <= 125 && sentences[0],
      },
      {
        ...ask,
        label: 'A question or a call to action',
        find: (read) => findAsk(read) ?? anywhere(/\?/u)(read),
      },
      figure,
    ],
  },
  article: {
    title: 'Article or blog post',
    points: [
      {
        key: 'promise',
        label: 'The title’s words in the text',
        why: 'Readers came for what the title promises.',
        how: 'Give readers what the title promises, and use the title’s words.',
        find: (read, title) => title === '' || keepsPromise(read, title),
      },
      figure,
      {
        key: 'source',
        label: 'A source or a quote',
        why: 'A source lets readers check a claim.',
        how: 'Link to a study or report, or quote an expert.',
        find: (read) => findQuotation(read) ?? anywhere(patterns.source)(read),
      },
    ],
  },
};

/** The features that a text with a goal needs, whatever its kind. */
export const goalPoints: Readonly<Record<string, readonly Point[]>> = {
  sell: [benefit, price, ask],
  persuade: [proof, ask],
};
