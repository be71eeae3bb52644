/**
 * Mutants without an observable effect, and the reason. They are counted separately, and listed when the sample contains them.
 * `upTo`: the source up to the changed text.
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
  {
    file: 'server/payments/mollie/mollie-provider.ts',
    upTo: 'if (ref === null',
    to: 'false',
    why: 'the text "null" is no reference of Mollie’s either',
  },
  {
    file: 'server/payments/stripe/stripe-provider.ts',
    upTo: "apiVersion: '2026-10-28.endive'",
    to: '""',
    why: 'without one the SDK asks for the version of its types, which is this one',
  },
  {
    file: 'server/payments/stripe/read-stripe-webhook.ts',
    upTo: 'default:\n      return undefined;',
    to: 'default:',
    why: 'a function that ends without an answer answers undefined',
  },
  {
    file: 'server/payments/apply-snapshot.ts',
    upTo: 'const meant = amount + (held > received',
    to: 'held >= received',
    why: 'the two are the same then',
  },
  {
    file: 'server/payments/start-payment.ts',
    upTo: "return opened === 'closed'",
    to: 'true',
    why: 'the next look finds the page that was opened and answers the same',
  },
];
