import { createHash } from 'node:crypto';
import { stripMarkdown } from './strip-markdown.ts';

/** Shorter sentences may be delivered to several customers: "Order by six tonight." */
const fewestWords = 8;
const notProse = /https?:\/\/\S+|(?<!\S)[#@]\S+/gu;
// Our own rule for the end of a sentence. Intl.Segmenter may change with Node, but stored fingerprints must still match.
// Looks for the space first: looking back from each of many quotation marks would take minutes.
const sentenceEnd = /\n+|(?=\s)(?<=[.!?…]["'”’)\]]*)\s+/u;
const word = /[\p{L}\p{M}\p{N}]+(?:['-][\p{L}\p{M}\p{N}]+)*/gu;

const wordsOf = (sentence: string): string[] =>
  sentence.normalize('NFKC').replaceAll('’', "'").toLowerCase().match(word) ?? [];

const sentencesOf = (text: string): string[] =>
  stripMarkdown(text)
    .replaceAll(notProse, ' ')
    .split(sentenceEnd)
    .map((sentence) => sentence.trim());

/**
 * The sentences of a text with eight words or more, by fingerprint: the first 8 bytes of SHA-256 over the words in
 * lower case, as a signed number. Case, punctuation and Markdown don't count, nor do hashtags and web addresses.
 * `own`: a text whose sentences are left out, like the customer's brief.
 */
export function sentenceFingerprints(text: string, own = ''): Map<bigint, string> {
  const known = own === '' ? undefined : sentenceFingerprints(own);
  const found = new Map<bigint, string>();
  for (const sentence of sentencesOf(text)) {
    const words = wordsOf(sentence);
    if (words.length < fewestWords) continue;
    const fingerprint = createHash('sha256').update(words.join(' ')).digest().readBigInt64BE(0);
    if (!known?.has(fingerprint)) found.set(fingerprint, sentence);
  }
  return found;
}
