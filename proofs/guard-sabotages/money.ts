import type { Sabotage } from '#proofs/sabotages.ts';

const health = 'server/desk/money/money-health.test.ts';
const disputes = 'server/desk/money/disputes-at-desk.test.ts';
const reports = 'server/desk/money/reports.test.ts';
const closes = 'server/books/close-days.test.ts';
const year = 'server/books/close-year.test.ts';

/** Guards of the desk's pages about money. */
export const moneyGuards: Sabotage[] = [
  {
    what: 'guard: money at the desk: an address in a mail server’s reason is shown to everyone',
    file: 'server/desk/money/show-money-health.ts',
    from: "error: holds(permissions, 'customer.see') ? error : withoutAddresses(error),",
    to: 'error,',
    test: health,
    only: 'lists what waits',
  },
  {
    what: 'guard: money at the desk: two checks run at once',
    file: 'server/payments/audit/check-now.ts',
    from: "enqueue([checkNow.at(now, {}, 'now')]),",
    to: 'enqueue([checkNow.at(now, {})]),',
    test: health,
    only: 'runs one check however often',
  },
  {
    what: 'guard: money at the desk: a comparison leaves the missing jobs of a payment',
    file: 'server/payments/audit/sync-with-provider.ts',
    from: 'enqueue(await findMissingJobs(deps, link.id)),',
    to: 'enqueue([]),',
    test: health,
    only: 'a live payment nobody looks after',
  },
  {
    what: 'guard: money at the desk: a comparison posts nothing',
    file: 'server/payments/audit/sync-with-provider.ts',
    from: 'await applySnapshot(deps, attempt.provider, await findProvider(deps, attempt).fetch(attempt.ref));',
    to: 'await findProvider(deps, attempt).fetch(attempt.ref);',
    test: health,
    only: 'money the provider took',
  },
  {
    what: 'guard: money at the desk: a trail leaves out the postings of disputes',
    file: 'server/desk/money/show-payment-trail.ts',
    from: 'generate_series(0, d.steps)',
    to: 'generate_series(0, 0)',
    test: 'server/payments/histories.test.ts',
  },
  {
    what: 'guard: money at the desk: an answered dispute stays a task',
    file: 'server/desk/money/find-money-tasks.ts',
    from: "where d.status in ('inquiry', 'open') and d.answered_at is null",
    to: "where d.status in ('inquiry', 'open')",
    test: disputes,
    only: 'reminds of a dispute',
  },
  {
    what: 'guard: money at the desk: evidence for a dispute leaves out the sent emails',
    file: 'server/desk/money/write-evidence.ts',
    from: 'from sent_email s where s.number = l.number',
    to: "from sent_email s where s.number = ''",
    test: disputes,
    only: 'writes evidence with the purchase',
  },
  {
    what: 'guard: money at the desk: an email is recorded that the mail server refused',
    file: 'server/mail/record-sent-emails.ts',
    from: 'await mail.send(letter);',
    to: 'await mail.send(letter).catch(() => {});',
    test: 'server/mail/record-sent-emails.test.ts',
  },
  {
    what: 'guard: money at the desk: a list names customers to everyone',
    file: 'server/desk/money/write-report.ts',
    from: "if (holds(caller.permissions, 'customer.see')) {",
    to: 'if (caller) {',
    test: reports,
    only: 'names customers only',
  },
  {
    what: 'guard: books: a late posting is in no close',
    file: 'server/books/close-days.ts',
    from: 'const overdue = index === 0 ? late : [];',
    to: 'const overdue: typeof late = [];',
    test: closes,
    only: 'in the next close',
  },
  {
    what: 'guard: books: two processes close the same day',
    file: 'server/books/close-days.ts',
    from: "await sql`select pg_advisory_xact_lock(hashtext('day_close'))`.execute(tx);",
    to: '',
    test: closes,
    only: 'when two processes close at the same time',
  },
  {
    what: 'guard: books: a posting of midnight counts on both days',
    file: 'server/books/close-days.ts',
    from: 'where t.posted_at >= d.starts and t.posted_at < d.ends',
    to: "where t.posted_at >= d.starts and t.posted_at < d.ends + interval '1 hour'",
    test: year,
  },
  {
    what: 'guard: books: live and test money in one book',
    file: 'server/books/close-days.ts',
    from: 'const keyOf = ({ currency, livemode }: BookKey): string => `${currency} ${livemode}`;',
    to: 'const keyOf = ({ currency }: BookKey): string => `${currency} true`;',
    test: year,
  },
  {
    what: 'guard: books: a removed transfer of an old day is not found',
    file: 'server/books/audit-days.ts',
    from: 'coalesce(e.amount, 0) <> coalesce(a.amount, 0)',
    to: 'false',
    test: year,
  },
  {
    what: 'guard: a movement is explained twice',
    file: 'server/desk/money/explain-movement.ts',
    from: 'if (!moved.is_unexplained)',
    to: 'if (!moved.is_unexplained && moved.explained_by === null)',
    test: 'server/desk/money/explain-movement.test.ts',
    only: 'two people explain it at once',
  },
  {
    what: 'guard: an explanation stays booked when the movement’s refund is known',
    file: 'server/payments/movements/movement-postings.ts',
    from: 'was.explained === null',
    to: 'was.explained !== undefined',
    test: 'server/desk/money/explain-movement.test.ts',
    only: 'undoes an explanation',
  },
  {
    what: 'guard: a webhook event of a payment that the shop knows is dismissed',
    file: 'server/payments/webhooks/waiting-events.ts',
    from: '(n.dismissed_at is null or ${isOfKnownPayment}))`',
    to: '(n.dismissed_at is null))`',
    test: 'server/desk/money/dismiss-event.test.ts',
    only: 'shows a dismissed event again',
  },
];
