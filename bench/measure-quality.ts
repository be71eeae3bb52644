/**
 * npm run quality: the quality of the analyzer and the hashtags on the labelled sets of bench/quality. Precision: the share of
 * findings that are right. Recall: the share of planted errors that are found.
 */
import { builtInCatalogue } from '#contract/built-in-catalogue.ts';
import type { Finding } from '#contract/analyzer-report.ts';
import { scoreReport } from '#contract/score-report.ts';
import { countWords } from '#contract/text.ts';
import { analyzeText } from '#server/instant/analyzer/analyze-text.ts';
import { findPassives } from '#server/instant/analyzer/find-passives.ts';
import { makeHashtags } from '#server/instant/hashtags/make-hashtags.ts';
import { isBroad } from '#server/instant/hashtags/common-words.ts';
import { checkHashtag } from '#server/instant/hashtags/format-hashtag.ts';
import { hashtagBriefs } from './quality/hashtag-briefs.ts';
import { labelledSentences, pastedTexts } from './quality/labelled-sentences.ts';
import { activeSentences, passiveSentences } from './quality/labelled-passives.ts';
import { spoilers } from './quality/spoil-text.ts';
import { wholeTexts } from './quality/whole-texts.ts';

const brief = { title: '', contentType: 'article', readers: 'everyone' };
const ratio = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
const round = (value: number) => value.toFixed(2);

type Tally = { planted: number; found: number; shown: number; right: number };
const tallies = new Map<string, Tally>();
const tally = (name: string): Tally => {
  const known = tallies.get(name) ?? { planted: 0, found: 0, shown: 0, right: 0 };
  tallies.set(name, known);
  return known;
};
const touches = ({ start, end }: Finding, from: number, to: number) => start < to && end > from;

async function measureSentences(): Promise<void> {
  for (const { text, wrong, kind, language = 'en-US' } of labelledSentences) {
    const { findings } = await analyzeText({ ...brief, text, language });
    const shown = findings.filter(({ part }) => part === 'correctness');
    const from = wrong === undefined ? -1 : text.indexOf(wrong);
    if (wrong !== undefined && from < 0) throw new Error(`“${wrong}” is not in “${text}”`);
    const isRight = (finding: Finding) => wrong !== undefined && touches(finding, from, from + wrong.length);
    for (const finding of shown) {
      for (const name of [finding.severity, `shown: ${finding.kind}`]) {
        tally(name).shown += 1;
        if (isRight(finding)) tally(name).right += 1;
      }
      if (!isRight(finding) && process.argv.includes('--misses'))
        console.log(
          `false ${finding.severity} ${finding.kind}: ${text} → “${text.slice(finding.start, finding.end)}”`,
        );
    }
    if (kind === undefined) continue;
    const isFound = shown.some(isRight);
    for (const name of ['all planted', `planted: ${kind}`]) {
      tally(name).planted += 1;
      if (isFound) tally(name).found += 1;
    }
    if (!isFound && process.argv.includes('--misses')) console.log(`missed ${kind}: ${text}`);
  }
}

/** Counts the passive and the active sentences in which our rules find a passive verb. */
function countPassives(): { found: number; wrong: number } {
  const hasPassive = (text: string) => findPassives({ text, start: 0, end: text.length }).length > 0;
  if (process.argv.includes('--misses')) {
    for (const text of passiveSentences.filter((one) => !hasPassive(one)))
      console.log(`missed passive: ${text}`);
    for (const text of activeSentences.filter(hasPassive)) console.log(`no passive: ${text}`);
  }
  return {
    found: passiveSentences.filter(hasPassive).length,
    wrong: activeSentences.filter(hasPassive).length,
  };
}

/** Counts false alarms that lower the score, in clean sentences and in whole and pasted texts. */
async function countAlarms(): Promise<{ words: number; alarms: number }> {
  const sentences = labelledSentences.filter(({ kind }) => kind === undefined);
  const texts = [...sentences, ...wholeTexts, ...pastedTexts.map((text) => ({ text, language: 'en-US' }))];
  let words = 0;
  let alarms = 0;
  for (const { text, language = 'en-US' } of texts) {
    words += countWords(text);
    const { text: seen, findings } = await analyzeText({ ...brief, text, language });
    for (const { part, kind, cost, start, end } of findings) {
      if ((part !== 'correctness' && part !== 'voice') || cost === 0) continue;
      alarms += 1;
      if (process.argv.includes('--misses')) console.log(`alarm ${kind}: “${seen.slice(start, end)}”`);
    }
  }
  return { words, alarms };
}

async function measurePairs() {
  let pairs = 0;
  let right = 0;
  const cleanScores: number[] = [];
  for (const { text, language, readers, title } of wholeTexts) {
    const scoreOf = async (words: string) =>
      scoreReport(await analyzeText({ ...brief, title, readers, language, text: words })).overall;
    const clean = await scoreOf(text);
    cleanScores.push(clean);
    for (const [name, spoil] of Object.entries(spoilers)) {
      const worse = await scoreOf(spoil(text));
      pairs += 1;
      if (worse < clean) right += 1;
      else if (process.argv.includes('--misses'))
        console.log(`not worse by ${name}: ${title} ${clean} → ${worse}`);
    }
  }
  return { pairs, right, lowestClean: Math.min(...cleanScores) };
}

/** Bad tags: two of the customer's terms joined, a broad word alone, a breach of our own rules, or a duplicate. */
function countJunk(): { tags: number; junk: string[] } {
  const junk: string[] = [];
  let tags = 0;
  for (const one of hashtagBriefs) {
    const terms = one.seedKeywords.map((term) => term.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
    const topic = one.topics
      .join(' ')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '');
    for (const { tags: made } of makeHashtags(one, builtInCatalogue.platforms).sets) {
      tags += made.length;
      const plain = made.map(({ tag }) => tag.slice(1).toLowerCase());
      for (const [index, tag] of plain.entries()) {
        const isName = made[index]!.group === 'local' || made[index]!.group === 'brand';
        const isPair = terms.some((a) => terms.some((b) => a !== b && tag === a + b && !topic.includes(tag)));
        if (
          isPair ||
          (isBroad([tag]) && !isName) ||
          checkHashtag(tag) !== undefined ||
          plain.indexOf(tag) !== plain.lastIndexOf(tag)
        )
          junk.push(tag);
      }
    }
  }
  return { tags, junk };
}

await measureSentences();
console.table(
  Object.fromEntries(
    [...tallies].map(([name, { planted, found, shown, right }]) => [
      name,
      planted > 0
        ? { count: planted, recall: round(ratio(found, planted)) }
        : { count: shown, precision: round(ratio(right, shown)) },
    ]),
  ),
);
const { words, alarms } = await countAlarms();
console.log(
  `${alarms} false alarms in ${words} clean words (${round(ratio(alarms * 1000, words))} per 1,000).`,
);
const { found, wrong } = countPassives();
console.log(
  `Passive voice: found in ${found} of ${passiveSentences.length} passive sentences, and in ${wrong} of ${activeSentences.length} that only look passive.`,
);
const { pairs, right, lowestClean } = await measurePairs();
console.log(`${wholeTexts.length} whole texts: the lowest clean score is ${lowestClean}.`);
console.log(
  `Score order right for ${right} of ${pairs} pairs (${Math.round(ratio(right, pairs) * 100)} of 100).`,
);
const { tags, junk } = countJunk();
console.log(
  `${hashtagBriefs.length} briefs, ${tags} hashtags, ${junk.length} junk${junk.length > 0 ? `: ${junk.join(' ')}` : ''}.`,
);
