import fc from 'fast-check';

/** A payment link. `lines`: number of lines of its order; 0 for a deposit. */
type Link = { number: string; token: string; who: number; lines: number };
/** Objects that a history has created so far. */
export type World = { links: Link[]; pages: string[]; told: [ref: string, eventId: string][] };

/** One step of a random history. `words`: describes the step when it fails. */
export type Step = {
  words: string;
  play: (world: World) => Promise<unknown>;
  [fc.toStringMethod]: () => string;
};
export const stepOf = (words: string, play: Step['play']): Step => ({
  words,
  play,
  [fc.toStringMethod]: () => words,
});

/** A kind of step: its weight, its arguments, its description and its action. */
export function stepKind<Facts extends object>(
  weight: number,
  facts: { [Key in keyof Facts]: fc.Arbitrary<Facts[Key]> },
  words: (facts: Facts) => string,
  play: (world: World, facts: Facts) => Promise<unknown>,
): fc.WeightedArbitrary<Step> {
  const arbitrary = fc.record(facts).map((chosen) => {
    const given = chosen as Facts;
    return stepOf(words(given), (world) => play(world, given));
  });
  return { weight, arbitrary };
}
