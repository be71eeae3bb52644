import type { Finding } from '#contract/instant/analyzer-report.ts';
import type { ReadText } from './read-text.ts';

const kinds = {
  'heading-skipped': {
    what: 'Heading level skipped',
    why: 'Screen readers and search engines read headings as an outline. Yours skips a level here.',
    how: 'Make this heading one level below the previous one.',
  },
  'empty-section': {
    what: 'Heading without text',
    why: 'Readers who are looking for this section find nothing below the heading.',
    how: 'Write the section, or delete its heading.',
  },
  'unanswered-question': {
    what: 'Question without an answer',
    why: 'The heading asks for a number, a price or a time, but the text below it doesn’t give one.',
    how: 'Answer the question in the first sentence below the heading.',
  },
  'vague-link': {
    what: 'Link that doesn’t say where it leads',
    why: 'People who move from link to link, for example with a screen reader, hear only these words.',
    how: 'Link the words that name the page, such as “our price list.”',
  },
  'missing-alt': {
    what: 'Image without a description',
    why: 'Screen readers and search engines can’t see the image.',
    how: 'Describe the image in a few words.',
  },
} as const;

const cost = 6;
const finding = (kind: keyof typeof kinds, start: number, end: number): Finding => ({
  id: `${kind}-${start}`,
  part: 'structure',
  kind,
  severity: 'hint',
  start,
  end,
  suggestions: [],
  cost,
  ...kinds[kind],
});

/** The text with spaces in place of code, where “#” and “[…](…)” have another meaning. */
const withoutCode = (text: string): string =>
  text.replaceAll(/^```[^]*?(?:^```|$(?![^]))|`[^`\n]+`/gmu, (code) => code.replaceAll(/[^\n]/gu, ' '));

/** Markdown headings with their level. Other headings have no level. */
const levelsIn = (text: string) =>
  [...text.matchAll(/^(#{1,6})([ \t]+)(\S[^\n]*)$/gmu)].map(
    ({ 0: line, 1: marks = '', 2: space = '', index }) => ({
      level: marks.length,
      from: index,
      start: index + marks.length + space.length,
      end: index + line.trimEnd().length,
    }),
  );

function findGaps(text: string): Finding[] {
  const headings = levelsIn(text);
  return headings.flatMap(({ level, start, end }, index): Finding[] => {
    const [last, next] = [headings[index - 1], headings[index + 1]];
    // the first heading of a text may have any level, because the title is elsewhere
    const isSkipped = last !== undefined && level > last.level + 1;
    const isLastOfItsSection = next === undefined || next.level <= level;
    const isEmpty = isLastOfItsSection && text.slice(end, next?.from).trim() === '';
    return [
      ...(isSkipped ? [finding('heading-skipped', start, end)] : []),
      ...(isEmpty ? [finding('empty-section', start, end)] : []),
    ];
  });
}

const asksAmount =
  /^(?:and |but |so )?(?:how (?:much|many|big|tall|heavy|high|wide|far)\b|what (?:do|does|did|will|would) .{1,80}\bcosts?\b|what(?:’s|'s| is| are) the (?:price|cost|fee)s?\b)/iu;
const asksTime = /^(?:and |but |so )?(?:how (?:long|often|soon|old|early|late)\b|what time\b|when\b)/iu;
const amount =
  /\p{N}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|half|third|quarter|dozen|hundred|thousand|million|free|nothing|none|no (?:charge|cost|fee|limit)|depends?|an? (?:lot|little|few)|as (?:much|many|far) as|enough|unlimited|all)\b/iu;
const time =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter|(?:second|minute|hour|day|night|week|weekend|month|year|decade)s?|mornings?|noon|midnight|afternoons?|evenings?|dawn|dusk|sunrise|sunset|daily|weekly|monthly|yearly|annually|always|never|once|twice|until|before|after|as (?:soon|long|often) as|whenever|forever|overnight|immediately|right away|now|today|tomorrow|christmas|easter)\b/iu;

/** Whether the answer contains what the question asks for. Judges only questions for a number or a time. */
function isAnswered(question: string, answer: string): boolean {
  if (asksAmount.test(question)) return amount.test(answer);
  if (asksTime.test(question)) return amount.test(answer) || time.test(answer);
  return true;
}

function findUnanswered({ text, headings, paragraphs }: ReadText, title: string): Finding[] {
  const found = headings.flatMap(({ text: question, start, end }, index): Finding[] => {
    const answer = text
      .slice(end, headings[index + 1]?.start)
      .replaceAll('#', '')
      .trim();
    return question.endsWith('?') && answer !== '' && !isAnswered(question, answer)
      ? [finding('unanswered-question', start, end)]
      : [];
  });
  const isOpen = title.trimEnd().endsWith('?') && paragraphs.length > 0;
  return isOpen && !isAnswered(title, text) ? [finding('unanswered-question', 0, 0), ...found] : found;
}

const links =
  /(?<=(?<!!)\[)(?:(?:click|tap|press) )?(?:here|this|link|more|go|click|details|(?:this|the) (?:link|page|site|website|article|post)|(?:read|learn|see|find out|discover) (?:more|here)|more (?:info|information|details)|(?:visit|go to|see) (?:link|page|here))(?=\]\()|\b(?:click|tap) (?:here|on this|this link)\b(?! to (?:edit|add|change|insert)\b)(?! ?\]\()/giu;
const images =
  /!\[\s*(?:(?:image|photo|picture|img|screenshot|untitled)[ _-]?\d*|[\w-]{1,80}\.(?:jpe?g|png|gif|webp|avif|svg)|(?:img|dsc|dscn|pxl)[_-]?\d[\w-]*)?\s*\]\([^)\n]{1,500}\)|<img\b(?![^>]*\balt\b)[^>]{0,500}>/giu;

const findAll = (text: string, kind: keyof typeof kinds, pattern: RegExp): Finding[] =>
  [...text.matchAll(pattern)].map(({ 0: quote, index }) => finding(kind, index, index + quote.length));

/**
 * Findings: gaps in the outline, questions in headings without an answer, links without a descriptive text, and images without a
 * description. `source`: the text with its web addresses.
 */
export function findLayout(read: ReadText, title: string, source: string): Finding[] {
  const text = withoutCode(source);
  return [
    ...findGaps(text),
    ...findUnanswered(read, title),
    ...findAll(text, 'vague-link', links),
    ...findAll(text, 'missing-alt', images),
  ];
}
