import type { Finding } from '#contract/instant/analyzer-report.ts';
import retextEnglish from 'retext-english';
import retextSimplify from 'retext-simplify';
import retextStringify from 'retext-stringify';
import { unified } from 'unified';
import { findExcludingWords } from './find-excluding-words.ts';
import { findPassives } from './find-passives.ts';
import { matchCapital } from './match-capital.ts';
import { densityWords, type ReadText } from './read-text.ts';
import type { Stretch } from './split-blocks.ts';

type Draft = Omit<Finding, 'id' | 'start' | 'end'>;
const at = ({ start, end }: Pick<Stretch, 'start' | 'end'>, draft: Draft): Finding => ({
  id: `${draft.kind}-${start}`,
  start,
  end,
  ...draft,
});

const simplify = unified().use(retextEnglish).use(retextSimplify).use(retextStringify);

// The few of retext-simplify's hundreds of phrases that are nearly always too long.
const wordy = new Set(
  'a-number-of accomplish accordingly accrue additional adjacent-to advantageous adversely-impact ameliorate as-a-means-of as-of-yet at-the-present-time at-this-time attain attributable-to commence comprise consolidate consequently constitutes disseminate due-to-the-fact-that elucidate endeavor enumerate equitable expedite facilitate finalize for-the-purpose-of has-a-requirement-for heretofore herein impacted implement in-a-timely-manner in-accordance-with in-addition in-an-effort-to in-lieu-of in-light-of-the-fact-that in-order-to in-regard-to in-some-instances in-terms-of in-the-near-future in-the-process-of inception indicate initiate is-applicable-to is-authorized-to is-responsible-for magnitude methodology necessitate notwithstanding numerous one-particular owing-to-the-fact-that pertaining-to prior-to promulgate regarding relocate remuneration subsequently terminate the-use-of time-period transmit until-such-time-as utilization utilize with-reference-to with-respect-to with-the-exception-of'.split(
    ' ',
  ),
);
/** Our replacements for the library's wrong or unsuitable ones. */
const betterWords: Record<string, string[]> = {
  additional: ['more', 'extra', 'other'],
  ameliorate: ['improve'],
  'as-a-means-of': ['for', 'by'],
  'at-the-present-time': ['now'],
  attain: ['reach'],
  'attributable-to': ['due to'],
  comprise: ['include', 'consist of'],
  disseminate: ['share', 'spread', 'send'],
  'due-to-the-fact-that': ['because', 'since'],
  endeavor: ['try', 'effort'],
  enumerate: ['list'],
  expedite: ['speed up', 'hurry'],
  facilitate: ['help', 'ease', 'run'],
  'for-the-purpose-of': ['for'],
  implement: ['carry out', 'put in place', 'start'],
  'in-accordance-with': ['under', 'following', 'per'],
  'in-lieu-of': ['instead of'],
  'in-terms-of': ['in', 'for'],
  indicate: ['show', 'say'],
  necessitate: ['need', 'require'],
  regarding: ['about', 'on'],
  subsequently: ['later', 'then'],
};
/** Whether a phrase has another meaning than the wordy one: "in addition to" isn't "also", nor is "act accordingly" "act so". */
const isOther = (rule: string, phrase: string, rest: string) =>
  (rule === 'in-addition' && /^\s+to\b/u.test(rest)) || (rule === 'accordingly' && !/^\p{Lu}/u.test(phrase));
const fillers =
  /\b(?:very|really|quite|fairly|extremely|basically|literally|actually|totally|amazing|amazingly|innovative|cutting[- ]edge|world[- ]class|state[- ]of[- ]the[- ]art|best[- ]in[- ]class|game[- ]chang(?:er|ing)|next[- ]level|seamless(?:ly)?)\b/giu;

type Message = Awaited<ReturnType<typeof simplify.process>>['messages'][number];
const message = ({ place, expected, ruleId }: Message) => {
  const { start, end } = place && 'start' in place ? place : {};
  return {
    start: start?.offset ?? 0,
    end: end?.offset ?? 0,
    expected: expected ?? [],
    rule: ruleId ?? '',
  };
};

/**
 * Findings: wordy phrases, filler words, the passive voice in more than a tenth of the sentences, and sentences that begin alike.
 */
export async function findStyle({ text, paragraphs, sentences, words }: ReadText): Promise<Finding[]> {
  const per = (8 * 100) / densityWords(words);
  const findings: Finding[] = [];
  for (const paragraph of paragraphs) {
    const { messages } = await simplify.process(paragraph.text);
    for (const { start, end, expected, rule } of messages.map(message).filter((one) => wordy.has(one.rule))) {
      const phrase = paragraph.text.slice(start, end);
      if (isOther(rule, phrase, paragraph.text.slice(end))) continue;
      const suggestions = (betterWords[rule] ?? expected).slice(0, 3).map((one) => matchCapital(phrase, one));
      findings.push(
        at(
          { start: paragraph.start + start, end: paragraph.start + end },
          {
            part: 'clarity',
            kind: 'wordy',
            severity: 'hint',
            what: 'Wordy phrase',
            why:
              suggestions.length > 0
                ? 'A shorter word works just as well.'
                : 'The sentence means the same without this phrase.',
            how: suggestions.length > 0 ? 'Replace it.' : 'Cut it.',
            suggestions,
            cost: per,
          },
        ),
      );
    }
    for (const { 0: word, index } of paragraph.text.matchAll(fillers))
      findings.push(
        at(
          { start: paragraph.start + index, end: paragraph.start + index + word.length },
          {
            part: 'clarity',
            kind: 'filler',
            severity: 'hint',
            what: 'Filler word',
            why: 'This word doesn’t tell readers anything.',
            how: 'Cut it, or replace it with a fact.',
            suggestions: [],
            cost: per,
          },
        ),
      );
  }
  const inSentences = sentences.map(findPassives);
  const passives = inSentences.flat();
  const passiveSentences = inSentences.filter(({ length }) => length > 0).length;
  const share = (passiveSentences / Math.max(1, sentences.length)) * 100;
  // up to a tenth of the sentences may be passive, which is usual
  if (share > 10 && passives.length > 1)
    for (const passive of passives)
      findings.push(
        at(passive, {
          part: 'clarity',
          kind: 'passive',
          severity: 'hint',
          what: 'Passive voice',
          why: `${passiveSentences} of ${sentences.length} sentences ${passiveSentences === 1 ? 'is' : 'are'} passive (${Math.round(share)}%). Aim for 10% or less.`,
          how: 'Start with who or what performs the action.',
          suggestions: [],
          cost: Math.min(40, (share - 10) * 1.5) / passives.length,
        }),
      );
  findings.push(...findSameBeginnings(sentences));
  return findings.filter(({ start, end }) => end > start && end <= text.length);
}

const firstWord = ({ text }: Stretch) => /[\p{L}\p{M}'’]+/u.exec(text)?.[0].toLowerCase() ?? '';
const numbers = ['Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

/** Three or more successive sentences that start with the same word. One finding per series, at its third sentence. */
function findSameBeginnings(sentences: readonly Stretch[]): Finding[] {
  const rows: Stretch[][] = [];
  for (const sentence of sentences) {
    const row = rows.at(-1);
    if (row && firstWord(row[0]!) === firstWord(sentence)) row.push(sentence);
    else rows.push([sentence]);
  }
  return rows
    .filter((row) => row.length >= 3 && firstWord(row[0]!) !== '')
    .map((row) => {
      const { start, text } = row[2]!;
      return at(
        { start, end: start + text.indexOf(' ') },
        {
          part: 'clarity',
          kind: 'same-beginning',
          severity: 'hint',
          what: 'Repeated opening word',
          why: `${numbers[row.length - 3] ?? row.length} sentences in a row start with “${firstWord(row[0]!)}.”`,
          how: 'Start some of these sentences differently.',
          suggestions: [],
          cost: 5 * (row.length - 2),
        },
      );
    });
}

/** Findings: excluding words, too many exclamation points, and, for goals that address readers, no use of "you". */
export function findVoice({ paragraphs, words, text }: ReadText, goal: string | undefined): Finding[] {
  const findings = paragraphs.flatMap((paragraph) =>
    findExcludingWords(paragraph.text).map(({ start, end, ...advice }) =>
      at(
        { start: paragraph.start + start, end: paragraph.start + end },
        {
          part: 'voice',
          kind: 'excluding',
          severity: 'check',
          what: 'May exclude people',
          ...advice,
          cost: 10,
        },
      ),
    ),
  );
  // `![` begins an image in Markdown
  for (const [count, { 0: run, index }] of [...text.matchAll(/!+(?!\[)/g)].entries()) {
    if (run.length === 1 && count < 2) continue;
    findings.push(
      at(
        { start: index, end: index + run.length },
        {
          part: 'voice',
          kind: 'exclamation',
          severity: 'hint',
          what: 'Too many exclamation points',
          why:
            run.length > 1
              ? 'Several in a row look like shouting.'
              : 'After two exclamation points, another one adds no emphasis.',
          how:
            run.length > 1
              ? 'Use one, or end the sentence with a period.'
              : 'End the sentence with a period.',
          suggestions: ['.'],
          cost: 5,
        },
      ),
    );
  }
  const speaksToReaders = /\b(?:you|your|yours|you're|you’re)\b/iu.test(text);
  if ((goal === 'persuade' || goal === 'sell') && !speaksToReaders && words >= 50)
    findings.push(
      at(
        { start: 0, end: 0 },
        {
          part: 'voice',
          kind: 'no-reader',
          severity: 'hint',
          what: 'The text doesn’t address the reader',
          why: 'A persuasive text should speak directly to its readers. Yours doesn’t use the word “you.”',
          how: 'Use “you” to tell readers what’s in it for them.',
          suggestions: [],
          cost: 20,
        },
      ),
    );
  return findings;
}
