import type { Finding } from '#contract/instant/analyzer-report.ts';
import { analyzeText } from '#server/instant/analyzer/analyze-text.ts';
import { briefOf, type Measures } from './measure-set.ts';
import { cleanTexts, type SetPart, structureCases } from './read-sets.ts';

/**
 * Whether a finding is about structure, or a contradiction. Not `missing-…`, because short samples lack most points of a
 * checklist.
 */
const isOfStructure = ({ part, kind }: Finding) =>
  (part === 'structure' && !kind.startsWith('missing-')) || kind === 'contradiction';

/** Measures texts with a fault of structure (`right` counts those whose fault is found), and false alarms in sound texts. */
export async function measureStructure(part: SetPart, tell: (line: string) => void): Promise<Measures> {
  const found = { of: 0, right: 0 };
  for (const { expected, marks, text, keyphrase, ...about } of structureCases(part)) {
    const report = await analyzeText({ ...briefOf(about), text, keyphrase });
    const isFound = report.findings.some(
      ({ kind, start, end }) =>
        kind === expected &&
        // a finding about something that the text lacks has no place
        (end === 0 ||
          marks.length === 0 ||
          marks.some((mark) => start < mark.end + 1 && end > mark.start - 1)),
    );
    found.of += 1;
    if (isFound) found.right += 1;
    else
      tell(
        `${part} missed ${expected}: ${about.title} | ${report.findings.map(({ kind }) => kind).join(' ')}`,
      );
  }
  const alarms = { of: 0, right: 0 };
  for (const one of cleanTexts(part)) {
    const { findings } = await analyzeText({ ...briefOf(one), text: one.text });
    const wrong = findings.filter(isOfStructure);
    alarms.of += 1;
    alarms.right += wrong.length;
    for (const { kind, start, end } of wrong)
      tell(`${part} structure alarm ${kind}: ${one.title} | ${one.text.slice(start, end)}`);
  }
  return { 'structure: faults found': found, 'structure: alarms a sound text': alarms };
}
