import { setImmediate } from 'node:timers/promises';
import type { Brief } from '#contract/catalogue/brief.ts';
import type { Check } from '#contract/work/check-work.ts';
import { countWords } from '#contract/text.ts';

/** Minimum number of words from which the language of a text is detected reliably. */
const fewestWords = 12;
const notProse = /https?:\/\/\S+|(?<!\S)[#@]\S+/gu;
const nameOf = new Intl.DisplayNames('en', { type: 'language' });

type LabeledText = { key: string; label: string; text: string };

/**
 * Checks whether the texts are in the language of the brief. A whole text in another language blocks the delivery. For a single
 * paragraph a person decides, because it may be a quotation. Short texts are checked together.
 * @returns no check when the brief names no language
 */
export async function checkLanguage(pieces: readonly LabeledText[], brief: Brief): Promise<Check[]> {
  const [wanted = ''] = String(brief['language'] ?? '').split('-');
  if (wanted === '') return [];
  // loaded on demand, because the language detection takes tens of megabytes of memory
  const { eld } = await import('eld/extrasmall');
  function otherLanguage(text: string): string | undefined {
    const prose = text.replaceAll(notProse, ' ');
    if (countWords(prose) < fewestWords) return undefined;
    const detected = eld.detect(prose);
    const isOther = detected.language !== wanted && detected.language !== '' && detected.isReliable();
    return isOther ? nameOf.of(detected.language) : undefined;
  }
  const asked = `the brief asks for ${nameOf.of(wanted)}`;
  const found: Check[] = [];
  for (const { key, label, text } of pieces) {
    const all = otherLanguage(text);
    const [other] =
      all === undefined ? text.split(/\n\s*\n/u).flatMap((paragraph) => otherLanguage(paragraph) ?? []) : [];
    if (all !== undefined)
      found.push({
        key: 'language',
        ok: 'no',
        words: `${label} seems to be in ${all}, but ${asked}.`,
        piece: key,
      });
    else if (other !== undefined)
      found.push({
        key: 'language',
        ok: 'look',
        words: `A paragraph in ${label} seems to be in ${other}, but ${asked}.`,
        piece: key,
      });
    // yields to other work between the texts
    await setImmediate();
  }
  const short = pieces.filter(({ text }) => countWords(text.replaceAll(notProse, ' ')) < fewestWords);
  const together = otherLanguage(short.map(({ text }) => text).join('\n\n'));
  if (together !== undefined)
    found.push({
      key: 'language',
      ok: 'no',
      words: `The short texts seem to be in ${together}, but ${asked}.`,
    });
  if (found.length > 0) return found;
  return [{ key: 'language', ok: 'yes', words: `The texts are in ${nameOf.of(wanted)}.` }];
}
