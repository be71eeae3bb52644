import type { Stretch } from '#server/instant/analyzer/split-blocks.ts';
import { anyWeekday, indexOfName, weekdays } from './calendar-words.ts';
import { contradict, type Inconsistency, type Place } from './consistency-kinds.ts';
import { numberOf } from './find-wrong-counts.ts';

/** Words that limit a statement to some days, dates or people, so that another statement may differ. */
const limited =
  /\b(?:except|apart from|but|summer|winter|spring|autumn|fall|season|seasonal|holidays?|christmas|easter|new year|until|currently|this week|next week|today|tomorrow|january|february|march|april|june|july|august|september|october|november|december|\p{N}{4}|used to|no longer)\b|\bin May\b|\bMay \p{N}/iu;

type Said = Place & { sentence: string };
/** All matches of a pattern in sentences that say it without a limit. */
const allOf = (sentences: readonly Stretch[], pattern: RegExp, limits = limited): (Said & { of: string })[] =>
  sentences
    .filter(({ text }) => !limits.test(text))
    .flatMap(({ start, text }) =>
      [...text.matchAll(pattern)].map(({ 0: quote, 1: of = '', index }) => ({
        quote: quote.trim(),
        of: of.toLowerCase(),
        start: start + index,
        end: start + index + quote.length,
        sentence: text,
      })),
    );

/** The finding about the later of two statements that exclude each other. */
const opposed = (one: Place, other: Place): Inconsistency =>
  one.start < other.start ? contradict(other, one) : contradict(one, other);

const everyDay =
  /\bopen\b[^.!?\n]{0,30}\b(?:every (?:single )?day|daily|(?:seven|7) days (?:a|per) week|all week|24\/7)(?! in\b)/giu;
const openFrom = new RegExp(
  `\\bopen\\b[^.!?\\n]{0,20}\\b(${anyWeekday}s? ?(?:to|through|till|[–-]) ?${anyWeekday})s?\\b`,
  'giu',
);
const closedOn = new RegExp(
  `\\bclosed (?:on |every )?(${anyWeekday})s\\b|\\bclosed every (${anyWeekday})\\b|\\bon (${anyWeekday})s,? (?:we|it|the \\p{L}+)(?:’re|'re| are| is) closed\\b`,
  'giu',
);

/** The days from one weekday to another: “Tuesday to Sunday”. */
function daysOf(range: string): string[] {
  const [from, to] = (range.match(new RegExp(anyWeekday, 'giu')) ?? []).map((name) =>
    indexOfName(weekdays, name),
  );
  if (from === undefined || to === undefined) return [];
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => weekdays[(from + index) % 7]!);
}

/** “Open every day” and “closed on Mondays”. */
function findOpposedDays(sentences: readonly Stretch[]): Inconsistency[] {
  const closed = allOf(sentences, closedOn);
  const open = [
    ...allOf(sentences, everyDay).map((one) => ({ ...one, days: [...weekdays] })),
    ...allOf(sentences, openFrom).map((one) => ({ ...one, days: daysOf(one.of) })),
  ];
  return closed.flatMap((one) => {
    const name = weekdays.find((known) => new RegExp(known, 'iu').test(one.quote))!;
    const other = open.find((said) => said.days.includes(name) && said.sentence !== one.sentence);
    return other ? [opposed(one, other)] : [];
  });
}

const staffed =
  '(?:support|helpline|hotline|help desk|service desk|reception|chat|kitchen|gym|pool|bar|store|shop|phone|office|line)';
const always = /(?:24\/7|24 hours a day|around the clock|day and night)/giu;
const hours =
  /\bfrom \p{N}{1,2}(?:[:.]\p{N}{2})?(?: ?[ap]\.?m\.?)? (?:to|until|till) \p{N}{1,2}(?:[:.]\p{N}{2})?(?: ?[ap]\.?m\.?)?/giu;

/** “Our support is there around the clock” and “Support is available from 9 to 5”. */
function findOpposedHours(sentences: readonly Stretch[]): Inconsistency[] {
  const thing = (sentence: string) =>
    sentence.toLowerCase().match(new RegExp(`\\b${staffed}\\b`, 'gu')) ?? [];
  const limitedHours = allOf(sentences, hours);
  return allOf(sentences, always).flatMap((one) => {
    const things = new Set(thing(one.sentence));
    const other = limitedHours.find(
      ({ sentence }) => sentence !== one.sentence && thing(sentence).some((name) => things.has(name)),
    );
    return other ? [opposed(one, other)] : [];
  });
}

const extras =
  '(shipping|delivery|parking|entry|entrance|admission|breakfast|wi-?fi|returns|refills|installation|assembly|setup|cancellation|gift wrapping|towels|equipment rental)';
const free = new RegExp(
  `\\bfree (?:\\p{L}+ )?${extras}\\b|\\b${extras} (?:is|are|comes?) (?:always |completely |absolutely |also )?(?:free|included|on us)\\b`,
  'giu',
);
const paid = new RegExp(
  `\\b${extras} (?:costs?|is|are|fees? (?:is|are|of)|charge (?:is|of)|for) (?:only |just |another |an extra )?[$€£]\\p{N}+(?:[.,]\\p{N}+)*|[$€£]\\p{N}+(?:[.,]\\p{N}+)* (?:(?:for|per day for|in) (?:\\p{L}+ )?)?${extras}\\b`,
  'giu',
);
/** Words that limit what is free, or what costs extra, to some orders, places or people. */
const conditional =
  /\b(?:above|over|more than|below|under|less than|if|unless|when|within|outside|first|second|local|standard|express|overnight|international|abroad|members?|guests? only|children|kids|adults|students|seniors|late|early|premium|extra|additional|weekdays|weekends?|minimum|worth|selected|except|until|from [$€£]|orders? (?:from|of))\b/iu;

const isForAll =
  /\b(?:on|with|for) (?:all|every|any) (?:orders?|purchases?|bookings?|guests?|visitors?)\b|\b(?:always|no matter|whatever) /iu;
const never = /(?!)/u;

/** “Free delivery” and “Delivery costs $5”. */
function findOpposedPrices(sentences: readonly Stretch[]): Inconsistency[] {
  const thing = (words: string) => new RegExp(extras, 'iu').exec(words)?.[0].toLowerCase();
  const priced = allOf(sentences, paid, never);
  return allOf(sentences, free, never).flatMap((one) => {
    // what is free for everyone excludes every price
    const isAll = isForAll.test(one.sentence);
    if (!isAll && conditional.test(one.sentence)) return [];
    const other = priced.find(
      ({ quote, sentence }) =>
        thing(quote) === thing(one.quote) &&
        sentence !== one.sentence &&
        (isAll || !conditional.test(sentence)) &&
        !/\b(?:express|overnight|international|abroad|outside)\b/iu.test(sentence),
    );
    return other ? [opposed(one, other)] : [];
  });
}

const company = '(?:company|firm|studio|agency|start-?up|brand|business|maker|team|bakery|brewery|workshop)';
const seat = new RegExp(
  `(?:\\b(?:[Ww]e|${company}) (?:is |are |has been |was )?(?:based|headquartered) in (\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+)?))|(\\p{Lu}\\p{L}+)-based ${company}\\b`,
  'gu',
);

/** Two different seats of one company: “We are based in Leeds” and “the York-based company”. */
function findTwoSeats(sentences: readonly Stretch[]): Inconsistency[] {
  const seats = sentences.flatMap(({ start, text }) =>
    [...text.matchAll(seat)].map((match) => ({
      quote: match[0],
      place: match[1] ?? match[2] ?? '',
      start: start + match.index,
      end: start + match.index + match[0].length,
    })),
  );
  const [first] = seats;
  const other = seats.find(({ place }) => !place.includes(first!.place) && !first!.place.includes(place));
  return first && other ? [opposed(first, other)] : [];
}

const between =
  /\b(?:children|kids|pupils|girls|boys|teens|teenagers) (?:(?:who are )?(?:aged|between the ages of|from|between)) (\p{L}+|\p{N}{1,2}) (?:and|to|through|–) (\p{L}+|\p{N}{1,2})\b/iu;
const ofAge =
  /\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|\p{N}{1,2})-year-olds?\b/giu;

/** A child whose age isn't among those the text names: “children aged eight to twelve” and “a five-year-old”. */
function findOpposedAges(text: string): Inconsistency[] {
  const range = between.exec(text);
  const [from, to] = [numberOf(range?.[1] ?? ''), numberOf(range?.[2] ?? '')];
  if (!range || Number.isNaN(from) || Number.isNaN(to)) return [];
  const said = { quote: range[0], start: range.index, end: range.index + range[0].length };
  return [...text.matchAll(ofAge)].flatMap(({ 0: quote, 1: age = '', index }) =>
    (numberOf(age) < from || numberOf(age) > to) &&
    !/\b(?:too (?:young|old)|not for|except|younger|older|brothers?|sisters?|siblings?|parents?)\b/iu.test(
      text,
    )
      ? [opposed(said, { quote, start: index, end: index + quote.length })]
      : [],
  );
}

const claims: readonly [claim: RegExp, against: RegExp][] = [
  [
    /\b(?:is|are|entirely|completely|fully|100% |100 percent |all|strictly) ?(?:completely |entirely |fully |100% |strictly )?vegan\b/iu,
    /(?<!\b(?:vegan|oat|almond|coconut|soy|plant|nut|peanut|cashew|cocoa|shea|no|without|of|any|or|replace|instead of) )\b(?:honey|butter|buttermilk|cream|milk|eggs?|cheese|yoghurt|yogurt|gelatine?|chicken|beef|lard|anchov(?:y|ies))\b(?!-free| substitute| alternative| replacement)/iu,
  ],
  [
    /\b(?:is|are|entirely|completely|fully|all|strictly) ?(?:completely |entirely |fully |strictly )?gluten-free\b/iu,
    /(?<!\b(?:no|without|of|any|or|replace|instead of) )\b(?:wheat|barley|rye|spelt|semolina|couscous)\b(?!-free)/iu,
  ],
  [
    /\b(?:is|are|entirely|completely|fully|all|strictly) ?(?:completely |entirely |fully |strictly )?alcohol-free\b/iu,
    /(?<!\b(?:no|without|of|any|or|replace|instead of|alcohol-free) )\b(?:rum|wine|whisky|whiskey|vodka|brandy|gin)\b/iu,
  ],
];

/** An ingredient that a claim excludes: “completely vegan” and “a spoonful of honey”. Only in texts about one product. */
const findOpposedIngredients = (text: string): Inconsistency[] =>
  claims.flatMap(([claim, against]) => {
    const said = claim.exec(text);
    const other = said && against.exec(text);
    const isOfOne =
      !/\b(?:some|most|many|options?|choices?|menu|also (?:sell|serve|offer|make)|others?|either|non-vegan|vegetarian)\b/iu.test(
        text,
      );
    if (!said || !other || !isOfOne) return [];
    return [
      opposed(
        { quote: said[0], start: said.index, end: said.index + said[0].length },
        { quote: other[0], start: other.index, end: other.index + other[0].length },
      ),
    ];
  });

const discount = /\b(?:(\p{N}{1,2}) ?(?:%|percent)|(half)|an? (quarter|third)) (?:off|discount)\b/giu;
const onAll =
  /\b(?:every|all|everything|each|the (?:whole|entire))(?: (?:our|of our|the|of the))? ?(\p{L}+)?/iu;
const fractions: Record<string, number> = { half: 50, quarter: 25, third: 33 };

/** Two discounts on all of the same: “30% off every sofa” and “all our sofas are a quarter off”. */
function findTwoDiscounts(sentences: readonly Stretch[]): Inconsistency[] {
  const said = sentences.flatMap(({ start, text }) => {
    const of = onAll.exec(text)?.[1]?.toLowerCase().replace(/s$/u, '');
    if (of === undefined || limited.test(text.replaceAll(/\buntil\b/giu, ''))) return [];
    return [...text.matchAll(discount)].map(({ 0: quote, 1: number, 2: half, 3: part, index }) => ({
      of,
      value: number === undefined ? fractions[(half ?? part ?? '').toLowerCase()]! : Number(number),
      quote,
      start: start + index,
      end: start + index + quote.length,
    }));
  });
  const [first] = said;
  const other = said.find(({ of, value }) => of === first!.of && value !== first!.value);
  return first && other ? [opposed(first, other)] : [];
}

/**
 * Statements that exclude each other: about opening days and hours, prices and discounts, ages, ingredients, and where a company
 * is.
 */
export const findOpposedFacts = (text: string, sentences: readonly Stretch[]): Inconsistency[] => [
  ...findOpposedAges(text),
  ...findOpposedIngredients(text),
  ...findTwoDiscounts(sentences),
  ...findOpposedDays(sentences),
  ...findOpposedHours(sentences),
  ...findOpposedPrices(sentences),
  ...findTwoSeats(sentences),
];
