import type { DeskEndpointName } from '#contract/desk/endpoints.ts';
import { reports } from '#contract/desk/money-lists.ts';
import { sql } from 'kysely';
import type { ActTools } from './money-acts.ts';
import type { Person } from './open-test-desk.ts';

/** Adds acts about the books, their reports and lists. `text`: part of every typed text. */
export function addBooksActs(
  { call, add, done, desk }: ActTools,
  { owner, text: marked }: { owner: Person; text: string },
): void {
  const one = (name: DeskEndpointName, entry: string | null, who: Person, path: string, body?: object) =>
    add(name, entry, () => call(name, who, path, body));
  const closed = '2026-11-18';
  add('listDays', null, async () => {
    await sql`insert into day_close (day, currency, livemode, starts_at, ends_at, opening, movements, closing, closed_at)
      values (${closed}, 'usd', false, '2026-11-18T05:00:00Z', '2026-11-19T05:00:00Z', '{}', '[]', '{}', '2026-11-19T05:15:00Z')`.execute(
      desk.shop.database.db,
    );
    await call('listDays', owner, 'books/days');
  });
  one('showMoneyReport', null, owner, 'reports/money?days=366');
  one('showDay', null, owner, `books/days/${closed}`);
  one('signDay', 'sign-day', owner, `books/days/${closed}/sign`, { note: `${marked} is balanced` });
  one('showBooks', null, owner, `books?from=${closed}&to=${closed}`);
  one('numberAccounts', 'number-accounts', owner, 'books/account-numbers', {
    accounts: [{ account: 'cash', number: marked }],
  });
  add('exportJournal', 'export-journal', async () => {
    await desk.download('books/journal', owner, { from: closed, to: closed });
    done.add('exportJournal');
  });
  const all = `from=${closed}&to=2026-12-31`;
  one('showTotals', null, owner, `books/totals?${all}`);
  one('showRollForward', null, owner, `books/roll-forward?${all}`);
  one('showIdle', null, owner, `books/idle?${all}`);
  one('showPayouts', null, owner, `money/payouts?${all}`);
  one('listMoneyEntries', null, owner, `money/lists/refunds?${all}`);
  for (const [list, id] of [
    ['refunds', crypto.randomUUID()],
    ['disputes', '5'],
    ['goodwill', 't5'],
    ['goodwill', `r${crypto.randomUUID()}`],
  ])
    one('listMoneyEntries', null, owner, `money/lists/${list}?${all}&cursor=2026-12-01T00:00:00.000Z_${id}`);
  for (const report of reports)
    add('exportReport', 'export-report', async () => {
      await desk.download(`books/reports/${report}`, owner, { from: closed, to: '2026-12-31' });
      done.add('exportReport');
    });
}
