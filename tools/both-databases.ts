/**
 * Server tests that run on both databases in each `npm test` with PostgreSQL, because there the two can differ: file or folder, and why.
 * The other tests run on PostgreSQL then, and on both with FULL=true.
 */
export const bothDatabases: Record<string, string> = {
  'server/database/': 'opening, migrating, moving and pooling',
  'server/jobs/': 'leases and claims under locks',
  'server/ledger/': 'locks and constraint triggers',
  'server/audit/': 'seals at commit, and roles that may not write',
  'server/books/': 'days by the database’s time zone',
  'server/accounts/limits': 'counters under locks',
  'server/accounts/session-model': 'two refreshes at once',
  'server/accounts/erased-tables': 'reads the list of tables',
  'server/desk/line/deliver-after-death': 'transactions of a process that dies',
  'server/desk/search': 'letters and their order',
  'server/desk/line/two-writers': 'two transactions on one row',
  'server/desk/line/undo-races': 'two transactions on one row',
  'server/desk/line/work-a-line': 'the desk’s main statements',
  'server/files/uploads': 'parts that arrive at once',
  'server/orders/place-order': 'the main statement of the shop',
  'server/payments/apply-snapshot': 'locks of payments',
  'server/payments/histories': 'random histories of money',
  'server/payments/pay-from-balance': 'locks of the balance',
  'server/payments/races': 'transactions at once',
  'server/payments/webhooks/': 'events and jobs in one statement',
  'server/staff/guess-log-in': 'counters under locks',
  'test/server/clock-jumps': 'the database’s clock',
  'test/server/every-field': 'every value in every field',
  'test/server/others-failures': 'errors of the database',
  'test/server/sql-injection': 'errors of the database’s parser',
};
