import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { stripMarkdown } from './strip-markdown.ts';

/** Minimum number of words. Several customers may get the same shorter sentence: "Order by six tonight." */
const fewestWords = 8;
const notProse = /https?:\/\/\S+|(?<!\S)[#@]\S+/gu;
// Our own rule for the end of a sentence: Intl.Segmenter may change with Node, but stored fingerprints must still match. The
// regular expression matches the space first, because looking behind from each of many quotation marks would take minutes.
const sentenceEnd = /\n+|(?=\s)(?<=[.!?…]["'”’)\]]*)\s+/u;
const word = /[\p{L}\p{M}\p{N}]+(?:['-][\p{L}\p{M}\p{N}]+)*/gu;

const wordsOf = (sentence: string): string[] =>
  sentence.normalize('NFKC').replaceAll('’', "'").toLowerCase().match(word) ?? [];

/**
 * The sentences of a plain text with eight words or more, by fingerprint: the first 8 bytes of SHA-256 over the words in lower
 * case, as a signed number. Case, punctuation, hashtags and web addresses don't count.
 */
function fingerprintsOf(text: string): Map<bigint, string> {
  const found = new Map<bigint, string>();
  for (const sentence of text.replaceAll(notProse, ' ').split(sentenceEnd)) {
    const words = wordsOf(sentence);
    if (words.length < fewestWords) continue;
    const fingerprint = createHash('sha256').update(words.join(' ')).digest().readBigInt64BE(0);
    found.set(fingerprint, sentence.trim());
  }
  return found;
}

/**
 * The sentences of delivered texts with eight words or more, by fingerprint. Markdown marks don't count. `own`: the customer's
 * brief, a plain text, whose sentences are left out. Yields to other work between the texts.
 */
export async function sentenceFingerprints(texts: readonly string[], own = ''): Promise<Map<bigint, string>> {
  const known = fingerprintsOf(own);
  const found = new Map<bigint, string>();
  for (const text of texts) {
    for (const [fingerprint, sentence] of fingerprintsOf(stripMarkdown(text)))
      if (!known.has(fingerprint)) found.set(fingerprint, sentence);
    await setImmediate();
  }
  return found;
}
