import type { Finding } from '#contract/analyzer-report.ts';
import retextEnglish from 'retext-english';
import retextEquality from 'retext-equality';
import retextSimplify from 'retext-simplify';
import retextStringify from 'retext-stringify';
import { unified } from 'unified';
import { findPassive } from './find-passives.ts';
import { densityWords, type ReadText, type Stretch } from './read-text.ts';

type Draft = Omit<Finding, 'id' | 'start' | 'end'>;
const at = ({ start, end }: Pick<Stretch, 'start' | 'end'>, draft: Draft): Finding => ({
  id: `${draft.kind}-${start}`,
  start,
  end,
  ...draft,
});

const simplify = unified().use(retextEnglish).use(retextSimplify).use(retextStringify);
const equality = unified().use(retextEnglish).use(retextEquality).use(retextStringify);

// Of retext-simplify's hundreds only those that are nearly always longer than they need to be.
const wordy = new Set(
  'a-number-of accomplish accordingly accrue additional adjacent-to advantageous adversely-impact ameliorate as-a-means-of as-of-yet as-to-whether as-well-as assist-us at-the-present-time at-this-time attain attributable-to commence comprise consolidate consequently constitutes disseminate due-to-the-fact-that elucidate endeavor enumerate equitable expedite expiration facilitate finalize for-the-purpose-of has-a-requirement-for henceforth heretofore herein hereby impacted implement in-a-timely-manner in-accordance-with in-addition in-an-effort-to in-close-proximity in-lieu-of in-light-of-the-fact-that in-order-to in-regard-to in-some-instances in-terms-of in-the-event-of in-the-event-that in-the-near-future in-the-process-of inception incumbent-upon indicate initiate is-applicable-to is-authorized-to is-responsible-for it-is-essential leverage magnitude methodology necessitate notwithstanding numerous objective on-the-contrary one-particular owing-to-the-fact-that pertaining-to previous prior-to promulgate purchase regarding relocate remuneration subsequently subsequent-to terminate the-use-of time-period transmit until-such-time-as utilization utilize very-recent whereas with-reference-to with-respect-to with-the-exception-of'.split(
    ' ',
  ),
);
// Flagged by retext-equality, and fine in what businesses write.
const harmless = new Set(
  'just obvious obviously easy simple simply brothers-sisters host hosts hostess master masters king kings queen queens fellow'.split(
    ' ',
  ),
);
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

/** Roundabout wording, filler words, the passive voice beyond a tenth of the sentences, and sentences that begin alike. */
export async function findStyle({ text, paragraphs, sentences, words }: ReadText): Promise<Finding[]> {
  const per = (8 * 100) / densityWords(words);
  const findings: Finding[] = [];
  for (const paragraph of paragraphs) {
    const { messages } = await simplify.process(paragraph.text);
    for (const one of messages.map(message).filter(({ rule }) => wordy.has(rule)))
      findings.push(
        at(
          { start: paragraph.start + one.start, end: paragraph.start + one.end },
          {
            part: 'clarity',
            kind: 'wordy',
            severity: 'hint',
            what: 'Roundabout wording',
            why: 'A shorter word says the same.',
            how: one.expected.length > 0 ? 'Use the shorter word, or leave it out.' : 'Leave it out.',
            suggestions: one.expected.slice(0, 3),
            cost: per,
          },
        ),
      );
    for (const { 0: word, index } of paragraph.text.matchAll(fillers))
      findings.push(
        at(
          { start: paragraph.start + index, end: paragraph.start + index + word.length },
          {
            part: 'clarity',
            kind: 'filler',
            severity: 'hint',
            what: 'Filler word',
            why: 'It claims more than it tells, and readers skip it.',
            how: 'Leave it out, or say what makes it so.',
            suggestions: [],
            cost: per,
          },
        ),
      );
  }
  const passives = sentences.flatMap((sentence) => findPassive(sentence) ?? []);
  const share = (passives.length / Math.max(1, sentences.length)) * 100;
  // up to a tenth is how everybody writes
  if (share > 10 && passives.length > 1)
    for (const passive of passives)
      findings.push(
        at(passive, {
          part: 'clarity',
          kind: 'passive',
          severity: 'hint',
          what: 'Passive voice',
          why: `${Math.round(share)} % of the sentences do not say who acts; up to 10 % reads lively.`,
          how: 'Begin with whoever does it.',
          suggestions: [],
          cost: Math.min(40, (share - 10) * 1.5) / passives.length,
        }),
      );
  const firstWord = (sentence: string) => /[\p{L}'’]+/u.exec(sentence)?.[0].toLowerCase() ?? '';
  for (const [index, sentence] of sentences.entries()) {
    const first = firstWord(sentence.text);
    const isThird = [1, 2].every((back) => firstWord(sentences[index - back]?.text ?? '') === first);
    if (first === '' || !isThird) continue;
    findings.push(
      at(
        { start: sentence.start, end: sentence.start + sentence.text.indexOf(' ') },
        {
          part: 'clarity',
          kind: 'same-beginning',
          severity: 'hint',
          what: 'Three sentences begin alike',
          why: `Three in a row begin with “${first}”, which sounds like a list.`,
          how: 'Begin one of them with another part of the sentence.',
          suggestions: [],
          cost: 5,
        },
      ),
    );
  }
  return findings.filter(({ start, end }) => end > start && end <= text.length);
}

/** Words that leave people out, shouting, and, where the text wants something of its readers, no word to them. */
export async function findVoice(
  { paragraphs, words, text }: ReadText,
  goal: string | undefined,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const paragraph of paragraphs) {
    const { messages } = await equality.process(paragraph.text);
    for (const one of messages.map(message).filter(({ rule, end }) => end > 0 && !harmless.has(rule)))
      findings.push(
        at(
          { start: paragraph.start + one.start, end: paragraph.start + one.end },
          {
            part: 'voice',
            kind: 'excluding',
            severity: 'check',
            what: 'May leave people out',
            why: 'Some readers do not find themselves in this word, or are hurt by it.',
            how: one.expected.length > 0 ? 'A neutral word says the same.' : 'Consider another word.',
            suggestions: one.expected.slice(0, 3),
            cost: 10,
          },
        ),
      );
  }
  for (const { index } of [...text.matchAll(/!+/g)].slice(2))
    findings.push(
      at(
        { start: index, end: index + 1 },
        {
          part: 'voice',
          kind: 'exclamation',
          severity: 'hint',
          what: 'Many exclamation marks',
          why: 'After the second they no longer add anything.',
          how: 'End it with a full stop.',
          suggestions: ['.'],
          cost: 5,
        },
      ),
    );
  const speaksToReaders = /\b(?:you|your|yours|you're|you’re)\b/iu.test(text);
  if ((goal === 'persuade' || goal === 'sell') && !speaksToReaders && words >= 50)
    findings.push(
      at(
        { start: 0, end: 0 },
        {
          part: 'voice',
          kind: 'no-reader',
          severity: 'hint',
          what: 'Nobody is spoken to',
          why: 'A text that wants to win readers speaks to them; yours does not say “you” once.',
          how: 'Say what is in it for the reader, with “you”.',
          suggestions: [],
          cost: 20,
        },
      ),
    );
  return findings;
}
