import { countWords } from '#contract/text.ts';
import { splitBlocks } from './analyzer/split-blocks.ts';

const mostWordsWithoutBreak = 1000;
const fewestWords = 5;
const overlong = /\S{201,}/u;
const webAddresses = /https?:\/\/\S{1,2000}/gu;

/** Why a text can't be analyzed, in the form's words; undefined when it can. Fast enough for the form, long before payment. */
export async function checkAnalyzable(text: string): Promise<string | undefined> {
  const letters = text.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  const visible = text.match(/\S/gu)?.length ?? 0;
  if (visible === 0) return 'Paste the text to analyze';
  // an overlong run of characters is a pasted image or code; the analyzer's memory and time grow with the length of a word
  const run = overlong.exec(text.replaceAll(webAddresses, ' '))?.[0].length;
  if (run !== undefined)
    return `The text has ${run.toLocaleString('en-US')} characters in a row without a space. Remove anything that isn’t text, such as pasted images or code`;
  if (countWords(text) < fewestWords)
    return `That’s too short to analyze. Paste at least ${fewestWords} words`;
  if (letters < visible * 0.6) return 'This is mostly symbols or numbers. Paste the text to analyze';
  const tags = text.match(/<\/?[a-z][^<>]*>/giu)?.length ?? 0;
  if (tags > 3 && tags > countWords(text) / 20) return 'This is HTML. Paste the text as readers see it';
  // loaded on demand, because it takes tens of megabytes, which a shop without analyses never needs
  const { eld } = await import('eld/extrasmall');
  const { language } = eld.detect(text);
  if (language === '') return 'We can’t tell what language this is. We analyze only English texts';
  if (language !== 'en') return 'This doesn’t seem to be English. We analyze only English texts';
  if (splitBlocks(text).paragraphs.length === 0)
    return 'The text has only headings. Paste the text below them, too';
  const longest = Math.max(...text.split('\n').map(countWords));
  if (longest > mostWordsWithoutBreak)
    return `The text has ${longest.toLocaleString('en-US')} words without a line break. Add a blank line between paragraphs`;
  return undefined;
}
