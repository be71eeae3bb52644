import type { Finding } from '#contract/instant/analyzer-report.ts';
import { scoreReport } from '#contract/instant/score-report.ts';
import { countWords } from '#contract/text.ts';
import { analyzeText } from '#server/instant/analyzer/analyze-text.ts';
import { pastes } from './paste-text.ts';
import * as sets from './read-sets.ts';
import { spoilers } from './spoil-text.ts';

/**
 * A count of a measurement. `of`: the number of planted errors, findings, pairs or words. `right`: the number of correct ones.
 */
export type Count = { of: number; right: number };
export type Measures = Record<string, Count>;

const contentTypes = new Set('article landing product about email press social faq'.split(' '));
export const briefOf = ({ genre = 'article', title = '', readers = 'everyone', language = 'en-US' }) => ({
  contentType: contentTypes.has(genre) ? genre : 'other',
  title,
  readers,
  language,
});
const isCounted = ({ cost, part, start, end }: Finding) =>
  cost > 0 && end > start && part !== 'readability' && part !== 'structure' && part !== 'search';

/** Measures a part of the set. `tell` gets what was missed and what was wrong. */
export async function measureSet(part: sets.SetPart, tell: (line: string) => void): Promise<Measures> {
  const measures: Measures = {};
  const add = (name: string, isRight: boolean, of = 1) => {
    const count = (measures[name] ??= { of: 0, right: 0 });
    count.of += of;
    if (isRight) count.right += 1;
  };
  const analyze = (text: string, about: Partial<sets.WholeText>) => analyzeText({ ...briefOf(about), text });
  const scoreOf = async (text: string, about: Partial<sets.WholeText>) =>
    scoreReport(await analyze(text, about)).overall;

  /** The sentence around a place, on one line. */
  const around = (text: string, start: number, end: number) => {
    const from = Math.max(0, text.slice(0, start).search(/[^.?!\n]*$/u));
    return text
      .slice(from, end + text.slice(end).search(/[.?!\n]|$/u))
      .trim()
      .replaceAll('\n', ' / ');
  };

  async function measureMarked(one: sets.Labelled, about: Partial<sets.WholeText>) {
    const { group } = one;
    const { findings, text } = await analyze(one.text, about);
    const shown = findings.filter(isCounted);
    const touches = ({ start, end }: Finding) =>
      one.marks.some((mark) => start < mark.end + 1 && end > mark.start - 1);
    for (const finding of shown.filter(({ severity }) => severity !== 'hint')) {
      add(`precision: ${finding.kind}`, touches(finding));
      if (!touches(finding))
        tell(
          `${part} wrong ${finding.kind}: ${text.slice(finding.start, finding.end)} | ${around(text, finding.start, finding.end)}`,
        );
    }
    // a planted inconsistency has two places but is one error
    const marks =
      group === 'consistency' || group === 'wording' ? [one.marks] : one.marks.map((mark) => [mark]);
    for (const places of marks) {
      const isFound = shown.some(({ start, end }) =>
        places.some((mark) => start < mark.end + 1 && end > mark.start - 1),
      );
      add(`recall: ${group}`, isFound);
      add(`recall of ${one.kind}`, isFound);
      const [place] = places;
      if (!isFound)
        tell(
          `${part} missed ${one.kind}: ${one.text.slice(place!.start, place!.end)} | ${around(one.text, place!.start, place!.end)}`,
        );
    }
  }

  for (const one of sets.labelledSentences(part)) await measureMarked(one, {});
  for (const one of sets.naturalTexts(part))
    await measureMarked({ ...one, group: 'natural texts', kind: 'natural' }, one);

  const clean: [string, { text: string; language: string }[]][] = [
    ['sentences', sets.cleanSentences(part)],
    ['texts', [...sets.cleanTexts(part), ...sets.pairs(part)]],
  ];
  for (const [name, texts] of clean)
    for (const one of texts) {
      const { findings, text } = await analyze(one.text, one);
      add(`alarms in clean ${name}`, false, countWords(text));
      add(`hints in clean ${name}`, false, countWords(text));
      for (const finding of findings.filter(isCounted)) {
        const isHint = finding.severity === 'hint';
        add(isHint ? `hints in clean ${name}` : `alarms in clean ${name}`, true, 0);
        tell(
          `${part} ${isHint ? 'hint' : 'alarm'} ${finding.kind}: ${text.slice(finding.start, finding.end)} | ${around(text, finding.start, finding.end)}`,
        );
      }
    }

  for (const one of sets.pairs(part)) {
    const [good, worse] = [await scoreOf(one.text, one), await scoreOf(one.worse, one)];
    add('pairs: quietly worse', worse < good);
    if (worse >= good) tell(`${part} not worse, ${one.how}: ${one.title} ${good} → ${worse}`);
  }
  for (const one of sets.cleanTexts(part)) {
    const good = await scoreOf(one.text, one);
    for (const [name, spoil] of Object.entries(spoilers)) {
      const worse = await scoreOf(spoil(one.text), one);
      add('pairs: spoiled', worse < good);
      if (worse >= good) tell(`${part} not worse by ${name}: ${one.title} ${good} → ${worse}`);
    }
    for (const [name, paste] of Object.entries(pastes)) {
      const pasted = await scoreOf(paste(one.text), one);
      add('pasted: within 3 points', Math.abs(pasted - good) <= 3);
      if (Math.abs(pasted - good) > 3) tell(`${part} ${name}: ${one.title} ${good} → ${pasted}`);
    }
  }
  return measures;
}
