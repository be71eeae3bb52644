import type { ScannedText } from './scan-words.ts';

/** Texts with at least this many words are compared by their runs of three words; shorter ones only for equality. */
const fewestWords = 8;
/** Minimum share of common runs among all runs of two texts that count as nearly the same. */
const nearly = 0.5;
/** Maximum number of runs that represent a long text (bottom-k sketch: Broder, "On the resemblance and containment of documents", 1997). */
const sketchSize = 64;

type Compared = { scan: ScannedText; group?: string | undefined };

/** The smallest hashes of the text's runs of three words, in ascending order, each once. */
function sketchOf({ stems, count }: ScannedText): Uint32Array {
  const all = Math.max(0, count - 2);
  // sorts only the small hashes of a long text: on average twice as many as needed
  const bound = all > 4 * sketchSize ? (2 ** 33 * sketchSize) / all : Infinity;
  const small = new Uint32Array(all);
  let kept = 0;
  for (let at = 0; at < all; at += 1) {
    let hash = Math.imul(stems[at]!, 0x9e37_79b1) ^ stems[at + 1]!;
    hash = Math.imul(hash ^ (hash >>> 15), 0x85eb_ca77) ^ stems[at + 2]!;
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae3d);
    const run = (hash ^ (hash >>> 16)) >>> 0;
    if (run < bound) small[kept++] = run;
  }
  const runs = small.subarray(0, kept).sort();
  return runs.filter((run, at) => at === 0 || run !== runs[at - 1]).subarray(0, sketchSize);
}

/** An estimate of the share of common runs, exact for texts with fewer runs than a sketch holds. */
function resemblance(a: Uint32Array, b: Uint32Array): number {
  let [inA, inB, common, all] = [0, 0, 0, 0];
  while (all < sketchSize && (inA < a.length || inB < b.length)) {
    const [one, other] = [a[inA] ?? Infinity, b[inB] ?? Infinity];
    if (one <= other) inA += 1;
    if (other <= one) inB += 1;
    if (one === other) common += 1;
    all += 1;
  }
  return all === 0 ? 0 : common / all;
}

const areEqual = ({ scan: a }: Compared, { scan: b }: Compared): boolean =>
  a.count === b.count && a.count > 0 && a.stems.every((stem, at) => stem === b.stems[at]);
const mayBeNear = (a: Compared, b: Compared) => a.group === undefined || a.group !== b.group;

type AlikeTexts<Text> = { first: Text; again: Text; isEqual: boolean };

/**
 * Finds texts that equal or nearly equal an earlier one, each with the first such text. Texts of one group are variants for
 * different platforms, so only equal ones count.
 */
export function findAlike<Text extends Compared>(texts: readonly Text[]): AlikeTexts<Text>[] {
  const sketches = texts.map(({ scan }) => (scan.count < fewestWords ? undefined : sketchOf(scan)));
  // the earlier texts that contain each run
  const having = new Map<number, number[]>();
  return texts.flatMap((again, index): AlikeTexts<Text>[] => {
    const equal = texts.find((other) => other === again || areEqual(other, again));
    if (equal && equal !== again) return [{ first: equal, again, isEqual: true }];
    const sketch = sketches[index];
    if (!sketch) return [];
    const common = new Map<number, number>();
    for (const run of sketch) {
      const earlier = having.get(run);
      for (const other of earlier ?? []) common.set(other, (common.get(other) ?? 0) + 1);
      if (earlier) earlier.push(index);
      else having.set(run, [index]);
    }
    const near = [...common].find(
      ([other, runs]) =>
        // too few common runs: the texts can't be nearly the same
        runs >= sketch.length / 4 &&
        mayBeNear(texts[other]!, again) &&
        resemblance(sketches[other]!, sketch) >= nearly,
    );
    return near ? [{ first: texts[near[0]]!, again, isEqual: false }] : [];
  });
}
