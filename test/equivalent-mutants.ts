/**
 * Mutants that change nothing anybody could see, and why: they are counted apart, and listed whenever they are drawn.
 * `upTo`: the source as far as what is changed.
 */
export const equivalentMutants: { file: string; upTo: string; to: string; why: string }[] = [
  {
    file: 'server/database/migrations/0002-ledger.sql',
    upTo: 'version = version + ',
    to: ' - ',
    why: 'nobody reads the version of a balance',
  },
];
