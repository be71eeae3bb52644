import { tagWords } from '#server/instant/tag-words.ts';
import type { Stretch } from './split-blocks.ts';
import type { ReadText } from './read-text.ts';

/** The passage that shows that a text has a feature; undefined when there is none. */
export type Signal = Pick<Stretch, 'start' | 'end'> | undefined;

/** The first passage that matches. `start`: the offset of `text` in the whole text. */
export function findMatch(pattern: RegExp, { text, start }: Omit<Stretch, 'end'>): Signal {
  const match = pattern.exec(text);
  if (!match) return undefined;
  const from = start + match.index;
  return { start: from, end: from + match[0].length };
}

const month =
  'Jan(?:uary|\\.)?|Feb(?:ruary|\\.)?|Mar(?:ch|\\.)?|Apr(?:il|\\.)?|May|June?|July?|Aug(?:ust|\\.)?|Sept?(?:ember|\\.)?|Oct(?:ober|\\.)?|Nov(?:ember|\\.)?|Dec(?:ember|\\.)?';
const currency = '(?:dollars|euros|pounds|cents|pence)';
const amount =
  '(?:\\p{N}+(?:[.,]\\p{N}+)*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half an?)';
const unit =
  '(?:mm|cm|m|km|in(?:ch(?:es)?)?|ft|f(?:oo|ee)t|yards?|g|kg|grams?|kilos?|oz|ounces?|lbs?|pounds?|ml|cl|l|lit(?:er|re)s?|gallons?|pints?|cups?|watts?|volts?|[GMK]B|hours?|pages?|pieces?|servings?)';

/** Patterns of the features that checklists expect in a text, such as contacts, prices and dates. */
export const patterns = {
  email: /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,63}/u,
  phone: /(?<![\p{L}\p{N}])\+?\(?\d[\d ().-]{6,16}\d(?!\p{N})/u,
  price: new RegExp(`[$€£]\\s?\\p{N}|(?<!\\bfeel |-)\\bfree\\b|\\bprices?\\b|${amount} ${currency}\\b`, 'iu'),
  date: new RegExp(
    `\\b(?:${month}) \\p{N}{1,2}(?:,? \\p{N}{4})?\\b|\\b\\p{N}{1,2}(?:st|nd|rd|th)? (?:${month})(?: \\p{N}{4})?\\b|\\b\\p{N}{4}-\\p{N}{2}-\\p{N}{2}\\b`,
    'u',
  ),
  year: /\b(?:1[6-9]|20)\p{N}{2}\b/u,
  figure: new RegExp(
    `\\p{N}|\\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|half|third|quarter|dozen|hundred|thousand|million)s?\\b`,
    'iu',
  ),
  measure: new RegExp(`(?<!\\p{L})${amount}[ -]?${unit}(?!\\p{L})|\\p{N} ?[″"×x] ?\\p{N}`, 'iu'),
  material:
    /\bmade (?:of|from|with|in|by)\b|\bingredients?\b|\b(?:cotton|wool|linen|leather|steel|wood|wooden|oak|ash|pine|walnut|beech|glass|ceramic|porcelain|clay|stone|marble|plastic|alumini?um|silver|gold|brass|copper|silk|polyester|nylon|rubber|paper|cardboard|bamboo|iron|concrete|canvas|denim|felt|beeswax|wax|flour|wheat|rye)\b/iu,
  care: /\b(?:wash(?:es|ed|able|ing)?|clean(?:s|ed|ing)?|wip(?:e|es|ed|ing)|iron|dry|store[ds]?|refrigerate|keeps? (?:it|them|fresh|cool|dry|away)|oil(?:ed)? (?:it|them|once|every)|recharg(?:e|es|ed|ing|eable)|repair(?:s|ed|able)?|replac(?:e|es|ed|ing|eable)|sand(?:ed)?|dishwasher|spare parts?)\b/iu,
  delivery:
    /\b(?:deliver(?:s|ed|y|ies|ing)?|ships?|shipped|shipping|postage|arriv(?:e|es|al)|returns?|refunds?|refunded|exchang(?:e|es|ed)|warranty|guaranteed?|pick(?:ed)? up|pickup|collect(?:ed|ion)?)\b/iu,
  proof:
    /\b(?:guaranteed?|warranty|money back|refund(?:s|ed)?|certified|award(?:s|ed)?|rated|reviews?|testimonials?|tested|case stud(?:y|ies)|since (?:1[6-9]|20)\p{N}{2}|\p{N}[\p{N},.+]* (?:\p{L}+ )?(?:customers?|clients?|people|users?|teams?|companies|businesses|shops?|families|members?|stars?|orders?|projects?|years?)|(?:most|many|all) of our (?:customers?|clients?|users?|guests?|members?))\b/iu,
  reader: /\byou(?:r|rs|’re|'re|’ll|'ll|’ve|'ve)?\b/iu,
  person: /(?<=[\p{L},] )\p{Lu}\p{Ll}+(?: \p{Lu}\.)? \p{Lu}\p{L}+|^(?:I|My)\b| (?:I|my)(?= )/mu,
  source:
    /\bhttps?:\/\/\S|\]\(http|\b(?:according to|stud(?:y|ies)|survey|report|research(?:ers)?|data from|source)\b/iu,
  signOff:
    /\b(?:regards|best|thanks|thank you|cheers|sincerely|yours|love|warmly|see you|take care|until then|enjoy)\b/iu,
  greeting: /^\s*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|\p{Lu}\p{L}+,\s*$)/imu,
} as const;

/** Words in quotation marks, long enough for a statement. */
const quotations = /[“"«][^“”"«»\n]{20,600}[”"»]/gu;
const attribution =
  /\b(?:says?|said|explain(?:s|ed)|add(?:s|ed)|not(?:es|ed)|recall(?:s|ed)|told|according to)\b/iu;
/** A customer’s name directly after a quotation: “… in a day.” – Priya N., Leeds */
const byline = /^\s{0,3}(?:[–—-]\s?)?\p{Lu}[\p{L}’'-]+ (?:\p{Lu}\.|\p{Lu}[\p{L}’'-]+)(?:[,\n]|$)/u;
/** Feelings and promises of speakers who have nothing to say. */
const feeling =
  /\b(?:thrilled|excited|exciting|delighted|proud|pleased|honou?red|humbled|happy|grateful|passionate|can(?:’|')t wait|look(?:ing)? forward|amazing|incredible|fantastic|milestone|new chapter|journey|next level|commit(?:ted|ment) to|dedicated to|testament|dream come true|bright future)\b/iu;
const reason =
  /\b(?:because|so that|since|until|when|after|before|if|but|that (?:we|our|the|they|people|it))\b/iu;

/** Whether a quotation only tells how the speaker feels: “We are thrilled to begin this journey.” */
const saysNothing = (quote: string): boolean =>
  !patterns.figure.test(quote) &&
  quote.split(/[.!?]+\s+/u).every((sentence) => feeling.test(sentence) && !reason.test(sentence));

/** A quotation with content, with the name of its speaker before or after it. */
export function findQuotation({ text, paragraphs }: ReadText): Signal {
  for (const { start, text: paragraph } of paragraphs)
    for (const { 0: quote, index } of paragraph.matchAll(quotations)) {
      const found = { start: start + index, end: start + index + quote.length };
      const around = text.slice(Math.max(0, found.start - 120), found.end + 120);
      const isSaid = attribution.test(around) || byline.test(text.slice(found.end, found.end + 60));
      if (isSaid && !saysNothing(quote)) return found;
    }
  return undefined;
}

const weekday = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
/** “Leeds, May 4” and “DULUTH, Minn. —” at the beginning of a press release. */
const dateline = new RegExp(
  `^\\W{0,3}(?!(?:${month}|${weekday})\\b)\\p{Lu}[\\p{L}’'-]+(?: \\p{Lu}[\\p{L}’'.-]+){0,3}(?:, \\p{Lu}[\\p{L}.]+){0,2}(?=[.,]? ?\\(?(?:(?:${month}) \\p{N}|\\p{N}{1,2} (?:${month}))| ?[—–-] |\\. \\p{Lu})`,
  'u',
);
const inPlace = new RegExp(
  `(?<=\\b(?:[Ii]n|[Aa]t|[Nn]ear|[Oo]utside|[Aa]cross|[Bb]etween|[Ff]rom|[Aa]long|[Tt]hrough|to) (?:the )?)(?!(?:${month}|${weekday})\\b)\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+)?`,
  'u',
);

/** The place of the news, in the opening. */
export function findPlace({ paragraphs: [opening] }: ReadText): Signal {
  return opening && (findMatch(dateline, opening) ?? findMatch(inPlace, opening));
}

/** Calls to action in emails. Two kinds in one paragraph count as steps of one request, unless either is `isApart`. */
const requests: { pattern: string; isApart?: true }[] = [
  { pattern: '(?:pre-?)?order|buy|shop|claim|upgrade' },
  { pattern: 'register|sign up|join|rsvp|enrol|enroll|apply' },
  { pattern: 'book|reserve|schedule' },
  { pattern: 'download|install' },
  { pattern: 'subscribe|follow (?:us|our|me)', isApart: true },
  { pattern: 'donate|chip in|pledge|give (?:to|today|\\p{Sc})', isApart: true },
  { pattern: 'share|forward|refer|tell (?:a|your) friends?|invite (?:a|your) friends?', isApart: true },
  {
    pattern:
      'review|rate|vote|leave (?:us )?(?:a|your) review|(?:take|answer|fill (?:in|out)) (?:our|the|this)',
    isApart: true,
  },
];
const request = requests.map(
  ({ pattern }) =>
    new RegExp(
      `^\\W*(?:(?:please|just|simply|so|then|now|and|or|also|p\\.?s\\.?:?|(?:if|when) [^,.]{3,80}),? ){0,3}(?:${pattern})(?!\\p{L})`,
      'iu',
    ),
);

/** The first sentence that requests another action than a sentence before it. */
export function findSecondAsk({ sentences, paragraphs }: ReadText): Signal {
  const asked = sentences.flatMap(({ text, start, end }) => {
    const kind = request.findIndex((one) => one.test(text));
    const paragraph = paragraphs.findIndex((one) => one.start <= start && one.end >= end);
    return kind < 0 ? [] : [{ kind, paragraph, start, end }];
  });
  const [first] = asked;
  return asked.find(
    ({ kind, paragraph }) =>
      kind !== first?.kind &&
      (paragraph !== first?.paragraph || requests[kind]?.isApart || requests[first?.kind ?? 0]?.isApart),
  );
}

const asking =
  /^\W*(?:(?:please|just|simply|so|then|now|today|and|or|to \p{L}+(?: \p{L}+){0,4},)\s+)?(?:add|apply|ask|book|bring|browse|buy|call|check|choose|claim|click|come|comment|compare|contact|discover|donate|download|drop|email|enter|explore|find|follow|get|give|join|learn|let us know|look|make|meet|open|order|pick|plan|read|register|reply|request|reserve|save|schedule|see|send|share|shop|sign up|start|stop by|subscribe|swap|take|talk|taste|tell|text|try|visit|vote|watch|write)\b/iu;
const invitation =
  /\byou can (?:\p{L}+ )?(?:order|book|buy|call|reach|write|visit|find|sign up|register|start|try|reserve|subscribe)\b|\b(?:order|book|sign up|register|apply|join) (?:now|today|here|online|at|by|before)\b/iu;

/** Whether a sentence begins with the base form of a verb, as a request does: “Connect your calendar.” */
function isImperative(sentence: string): boolean {
  const [first, next] = tagWords(sentence.slice(0, 60));
  return (
    first?.tag === 'VERB' && !/(?:ing|ed|s)$/iu.test(first.word) && next !== undefined && next.tag !== 'PUNCT'
  );
}

/** The last sentence that asks readers to do something. */
export function findAsk({ sentences }: ReadText): Signal {
  return sentences.findLast(({ text }) => asking.test(text) || invitation.test(text) || isImperative(text));
}
