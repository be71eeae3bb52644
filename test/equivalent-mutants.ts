/** Mutants that change nothing anybody could see, and why: they are counted apart, and listed whenever they are drawn. */
export const equivalentMutants: { file: string; from: string; to: string; why: string }[] = [];
