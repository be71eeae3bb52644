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
  {
    file: 'server/database/migrations/0012-balance-entries.sql',
    upTo: 'group by kind = ',
    to: ' <> ',
    why: 'the same two groups',
  },
  {
    file: 'server/accounts/refresh-session.ts',
    upTo: "token.expires_at <= now) return 'expired'",
    to: '""',
    why: 'anything but the two other verdicts is refused alike',
  },
];
