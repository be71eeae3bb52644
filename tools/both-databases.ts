/**
 * Server tests that run on both databases in each `npm test` with PostgreSQL, because their behavior can differ: file or folder,
 * and the reason. The other tests then run only on PostgreSQL, and on both databases with FULL=true. Most stories run on the
 * embedded database. Simultaneous transactions aren't here: the embedded database runs one at a time.
 */
export const bothDatabases: Record<string, string> = {
  'server/database/': 'opening, migrating, moving and pooling',
  'server/jobs/': 'claims and leases on one connection',
  'server/ledger/post': 'locks and constraint triggers',
  'server/audit/audit-log': 'seals at commit',
  'server/books/close-days': 'days by the database’s time zone',
  'server/accounts/erased-tables': 'the list of tables, and triggers',
  'server/desk/search': 'letters and their order',
  'server/desk/line/work-a-line': 'the desk’s main statements',
  'server/files/uploads': 'parts that arrive at once',
  'server/orders/place-order': 'the main statement of the shop',
  'server/payments/apply-snapshot': 'locks of payments',
  'server/payments/histories': 'random histories of money',
  'server/payments/webhooks/receive-event': 'events and jobs in one statement',
  'test/server/clock-jumps': 'the database’s clock',
  'test/server/others-failures': 'errors of the database',
};
