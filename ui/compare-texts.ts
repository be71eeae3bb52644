import { type ChangeObject, diffArrays, diffWordsWithSpace } from 'diff';

/** A part of a text that is unchanged, added or removed. */
export type Change = { kind: 'same' | 'added' | 'removed'; text: string };

/** Maximum time to compare two versions (ms), so that the page stays responsive. */
const patienceMs = 250;

/** Minimum time to compare the paragraphs of one text (ms), whatever other texts have taken. */
const leastPatienceMs = 25;

/** When a comparison that starts now has to end, in the time of performance.now(). */
export const endOfPatience = (): number => performance.now() + patienceMs;
/** With a higher share of removed and added characters, reading both texts is easier than reading the changes. */
const mostChanged = 0.6;

/** Scripts that are written without spaces between words. */
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

const kindOf = ({ added, removed }: Pick<ChangeObject<unknown>, 'added' | 'removed'>): Change['kind'] =>
  added ? 'added' : removed ? 'removed' : 'same';

/** Splits a text into paragraphs with their following blank lines; joined, they are the text. */
const paragraphsOf = (text: string): string[] => text.match(/[\s\S]+?(?:\n[ \t]*\n\s*|$)/gu) ?? [];

function compareWords(before: string, after: string, until: number): Change[] | undefined {
  const timeout = Math.floor(until - performance.now());
  if (before === '' || after === '' || timeout <= 0) return undefined;
  const options = withoutSpaces.test(before + after)
    ? { intlSegmenter: new Intl.Segmenter(undefined, { granularity: 'word' }) }
    : {};
  return diffWordsWithSpace(before, after, { ...options, timeout })?.map((part) => ({
    kind: kindOf(part),
    text: part.value,
  }));
}

const lengthOf = (changes: readonly Change[], ...kinds: Change['kind'][]) =>
  changes.reduce((sum, { kind, text }) => sum + (kinds.includes(kind) ? text.length : 0), 0);

/**
 * Compares two texts by paragraphs, then by words within changed paragraphs; in reading order. Undefined when so much
 * changed that both are better read one after the other. `until`: after this time of performance.now(), changed paragraphs
 * are no longer compared by words.
 */
export function compareTexts(
  before: string,
  after: string,
  until: number = endOfPatience(),
): Change[] | undefined {
  const timeout = Math.max(leastPatienceMs, Math.floor(until - performance.now()));
  const blocks = diffArrays(paragraphsOf(before), paragraphsOf(after), { timeout });
  if (!blocks) return undefined;
  const changes: Change[] = [];
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index];
    if (!block) continue;
    const text = block.value.join('');
    const next = blocks[index + 1];
    if (block.removed && next?.added) {
      const added = next.value.join('');
      const words = compareWords(text, added, until) ?? [
        { kind: 'removed', text },
        { kind: 'added', text: added },
      ];
      changes.push(...words);
      index += 1;
    } else changes.push({ kind: kindOf(block), text });
  }
  const share = lengthOf(changes, 'added', 'removed') / Math.max(1, before.length + after.length);
  return share > mostChanged ? undefined : changes;
}
