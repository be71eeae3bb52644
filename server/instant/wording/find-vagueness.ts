import type { Finding } from '#contract/instant/analyzer-report.ts';
import { countWords } from '#contract/text.ts';
import { errorDensityWords, type ReadText } from '#server/instant/analyzer/read-text.ts';
import { emptyKinds, wordingKinds } from './wording-kinds.ts';

/** Claims that don't tell how much, who or when. */
const claims =
  /\b(?:high[- ](?:quality|end)|top[- ](?:quality|notch|tier)|(?:best|great|excellent|superb|premium|outstanding|exceptional|finest) (?:quality|service|value|results|experience|benefits|choice|prices?)|quality (?:products?|service|materials?|ingredients?|work)|passionate|great passion|(?:a )?passion for|dedicated (?:team|staff)|(?:experienced|skilled|talented|trusted|friendly|professional|motivated|dynamic|highly qualified) (?:team|people|staff|suppliers|experts|professionals|company|partners?|\p{L}+ (?:chef|team))|team player|(?:wonderful|amazing|incredible|fantastic|great|awesome|unforgettable|perfect) (?:team|community|evening|experience|way|people|time|atmosphere|place|things?|results?|memories|opportunity)|competitive (?:salary|pay|prices?|rates)|great benefits|friendly atmosphere|(?:fair|affordable|reasonable|attractive|unbeatable|low) prices?|(?:affordable|reasonably priced|very reliable|great value)|(?:a )?(?:wide|broad|large|great|huge) (?:range|variety|selection|choice)|something for everyone|of all sizes|easy to (?:use|look after|clean)|make(?:s)? a (?:real )?difference|real difference|take pride in|very (?:pleased|excited|happy)|so grateful|care deeply|always (?:happy|welcome|here) to help|always (?:welcome|happy)|value your|we are happy to|get in touch for more|(?:many|various|countless|numerous) (?:customers|clients|years|benefits|options|features|advantages)|a (?:lot|number|variety) of (?:years|things|time|people|benefits)|for (?:quite )?some time|some time(?: ago)?|at some point|in the (?:near )?future|more to come|as soon as possible|considerably|significant(?:ly)?|experts have shown|studies show|many experts|leading (?:provider|company|brand|experts?)|market leader|industry leader|number one|unique (?:experience|opportunity|solution)|results[- ]driven|customer satisfaction|satisfied customers|years of experience|great results|trusted partner|(?:pride ourselves|prides itself) (?:on|in)|(?:we|you) (?:go|going) above and beyond|(?:to|for) your success|for all your \p{L}+(?: \p{L}+)? needs|(?:that |which )?you (?:can trust|deserve)|(?:made|baked|crafted|prepared|cooked|built|designed) with (?:love|passion|care|heart)(?: and (?:love|passion|care|heart))?|(?:crafted|made|cooked|baked|brewed|designed) to perfection|where \p{L}+ meets \p{L}+|(?:perfect|ideal) (?:blend|balance|mix|combination) of|more than just an?|nothing beats|(?:discover|feel|taste|see|experience) the difference|(?:every|each) (?:customer|client|guest|person|project|home|smile|event|wedding) is (?:unique|different|special)|finest (?:ingredients|materials|products|fabrics|coffee|craftsmanship)|latest (?:techniques?|technolog(?:y|ies)|trends)|look and feel your best|set(?:s)? us apart|apart from the (?:competition|rest|crowd)|(?:exciting|great|big|wonderful) news|one-stop (?:shop|destination|solution|source|place)|newest (?:creation|addition|offering)|handcrafted (?:with|to)|passionate \p{L}+s|dedicated to (?:your|you|our customers|making)|exceptional (?:customer )?(?:service|quality|care)|unforgettable (?:\p{L}+ )?(?:experience|memories|moments?|journey)|affordable prices?)\b/giu;

const numbers =
  /(?<![\p{L}\p{N}])[$€£]?\p{N}[\p{N}.,:/-]*(?:%|°|\p{L}{1,3}\b)?|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|eighty|hundred|thousand|million|dozen|half|twice|monday|tuesday|wednesday|thursday|friday|saturday|sunday|noon|midnight)s?\b/giu;
/** A capitalized word inside a sentence. */
const names = /(?<=[\p{Ll},;—–-] ?["“‘(]?)(?<![.!?:]["”’)]? )\b(?!I\b)\p{Lu}[\p{L}’'-]+/gu;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
const factsIn = (text: string) => count(text, numbers) + count(text, names);
const perHundred = (text: string) => (factsIn(text) / Math.max(1, countWords(text))) * 100;

/** Minimum number of words of a text that should have facts. */
const fewestWords = 40;
const enoughFacts = 4;

/** Findings: claims that anyone could make, and a text with few figures, names and dates. */
export function findVagueness({ text, paragraphs, words }: ReadText): Finding[] {
  const body = paragraphs.map((one) => one.text).join('\n');
  const found = paragraphs.flatMap((paragraph) =>
    [...paragraph.text.matchAll(claims)].map(({ 0: quote, index }): Finding => ({
      id: `empty-claim-${paragraph.start + index}`,
      part: 'clarity',
      kind: 'empty-claim',
      severity: 'hint',
      start: paragraph.start + index,
      end: paragraph.start + index + quote.length,
      suggestions: [],
      ...wordingKinds['empty-claim'],
      cost: (8 * 100) / errorDensityWords(words),
    })),
  );
  const facts = factsIn(body);
  const density = perHundred(body);
  if (words >= fewestWords && density < enoughFacts && text !== '')
    found.push({
      id: 'few-facts-0',
      part: 'clarity',
      kind: 'few-facts',
      severity: 'hint',
      start: 0,
      end: 0,
      what: 'Few facts',
      why: `We found ${facts} ${facts === 1 ? 'figure, name or date' : 'figures, names or dates'} in ${words} words. Readers remember and believe specific details.`,
      how: 'Add what only you can say: a price, a size, a date, a name or a result.',
      suggestions: [],
      cost: (enoughFacts - density) * 5,
    });
  return found;
}

/** Kinds of text that should begin with the news. Press releases aren't among them, because their checklist asks for it. */
const withNewsFirst = new Set(['email', 'other']);

/** Minimum number of words of an opening. A shorter line above the first real paragraph is a part of the opening. */
const openingWords = 10;

/** A finding when the opening lacks the news and a later paragraph has it. */
export function findLateNews({ paragraphs }: ReadText, contentType: string): Finding[] {
  const [line, ...others] = paragraphs;
  const isLine = line !== undefined && countWords(line.text) < openingWords;
  const [first, ...rest] = (isLine ? others : paragraphs).filter(({ text }) => countWords(text) >= 8);
  if (!withNewsFirst.has(contentType) || !first || rest.length < 2) return [];
  const later = Math.max(...rest.map(({ text }) => perHundred(text)));
  if (perHundred(first.text) >= 2 || later < 6) return [];
  return [
    {
      id: `late-news-${first.start}`,
      part: 'structure',
      kind: 'late-news',
      severity: 'hint',
      start: first.start,
      end: Math.min(first.end, first.start + 80),
      what: 'The news comes late',
      why: 'The opening has no figure, name or date, but later paragraphs do. Many readers stop after the opening.',
      how: 'Move the news to the first paragraph: who, what, when and where.',
      suggestions: [],
      cost: 25,
    },
  ];
}

/** The share of sentences with empty phrases above which the whole text says little. */
const mostEmpty = 0.4;
const fewestSentences = 3;

/** A finding about a text most of whose sentences have empty phrases. `findings`: those of the whole text. */
export function findHype({ sentences }: ReadText, findings: readonly Finding[]): Finding[] {
  const empty = findings.filter(({ kind }) => emptyKinds.has(kind) || kind === 'weak-opening');
  const count = sentences.filter(({ start, end }) =>
    empty.some((one) => one.start < end && one.end > start),
  ).length;
  const share = count / Math.max(1, sentences.length);
  if (sentences.length < fewestSentences || share <= mostEmpty) return [];
  return [
    {
      id: 'mostly-empty-0',
      part: 'clarity',
      kind: 'mostly-empty',
      severity: 'hint',
      start: 0,
      end: 0,
      what: 'Mostly empty phrases',
      why: `${count} of ${sentences.length} sentences have a phrase that any competitor could use.`,
      how: 'Keep the sentences that only you can write, and replace the others with facts.',
      suggestions: [],
      cost: (share - mostEmpty / 2) * 100,
    },
  ];
}
