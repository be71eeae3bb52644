import { setImmediate } from 'node:timers/promises';
import type { Brief } from '#contract/catalogue/brief.ts';
import type { Check } from '#contract/work/check-work.ts';
import { countWords } from '#contract/text.ts';

/** Minimum number of words that reliably show the language of a text. */
const fewestWords = 12;
const notProse = /https?:\/\/\S+|(?<!\S)[#@]\S+/gu;
const nameOf = new Intl.DisplayNames('en', { type: 'language' });

type LabeledText = { key: string; label: string; text: string };

/**
 * Checks whether the texts are in the language of the brief. A whole text in another language blocks the delivery; a
 * single paragraph may be a quotation, so a person decides. Short texts are checked together. Returns no result when the
 * brief names no language.
 */
export async function checkLanguage(pieces: readonly LabeledText[], brief: Brief): Promise<Check[]> {
  const [wanted = ''] = String(brief['language'] ?? '').split('-');
  if (wanted === '') return [];
  // loaded on demand, because it takes tens of megabytes
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
    // other work runs between the texts
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
