import { type ChangeObject, diffArrays, diffWordsWithSpace } from 'diff';

/** A stretch of text that stayed, was added or was removed. */
export type Change = { kind: 'same' | 'added' | 'removed'; text: string };

/** How long the words of one paragraph may take (ms): the page must not stop. */
const patienceMs = 250;
/** Above this share of removed and added characters, a comparison by words is harder to read than both texts. */
const mostChanged = 0.6;

/** Scripts that are written without spaces between words. */
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

const kindOf = ({ added, removed }: Pick<ChangeObject<unknown>, 'added' | 'removed'>): Change['kind'] =>
  added ? 'added' : removed ? 'removed' : 'same';

/** Paragraphs with the blank lines after them: together they are the text. */
const paragraphsOf = (text: string): string[] => text.match(/[\s\S]+?(?:\n[ \t]*\n\s*|$)/gu) ?? [];

function compareWords(before: string, after: string): Change[] | undefined {
  if (before === '' || after === '') return undefined;
  const options = withoutSpaces.test(before + after)
    ? { intlSegmenter: new Intl.Segmenter(undefined, { granularity: 'word' }) }
    : {};
  return diffWordsWithSpace(before, after, { ...options, timeout: patienceMs })?.map((part) => ({
    kind: kindOf(part),
    text: part.value,
  }));
}

const lengthOf = (changes: readonly Change[], ...kinds: Change['kind'][]) =>
  changes.reduce((sum, { kind, text }) => sum + (kinds.includes(kind) ? text.length : 0), 0);

/**
 * What changed between two texts, in reading order: paragraphs first, then words within those that changed. Undefined when
 * so much changed that both are better read one after the other.
 */
export function compareTexts(before: string, after: string): Change[] | undefined {
  const blocks = diffArrays(paragraphsOf(before), paragraphsOf(after));
  const changes: Change[] = [];
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index];
    if (!block) continue;
    const text = block.value.join('');
    const next = blocks[index + 1];
    if (block.removed && next?.added) {
      const added = next.value.join('');
      const words = compareWords(text, added) ?? [
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

/** How many places changed: what was removed and added side by side is one. */
export const placesOf = (changes: readonly Change[]): number =>
  changes.filter(({ kind }, index) => kind !== 'same' && (changes[index - 1]?.kind ?? 'same') === 'same')
    .length;
