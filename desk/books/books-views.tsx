import { Link, NavLink } from 'react-router';
import type { Period } from '#desk/frame/period-form.tsx';

const reports = [
  { to: '/books/period', label: 'Trial balance' },
  { to: '/books/totals', label: 'Totals' },
  { to: '/books/roll-forward', label: 'Roll-forward' },
  { to: '/books/idle', label: 'Idle balances' },
] as const;

const lists = [
  { to: '/money/refunds', label: 'Refunds' },
  { to: '/money/disputes', label: 'Disputes' },
  { to: '/money/goodwill', label: 'Goodwill' },
  { to: '/money/payouts', label: 'Payouts and fees' },
] as const;

const queryOf = (period: Period | undefined) => (period ? `?${new URLSearchParams(period)}` : '');

/** The pages of the books, as links above each of them. `period`: of the reports; undefined: this month. */
export const BooksViews = ({ period }: { period: Period | undefined }) => (
  <nav aria-label="Books" className="-mx-2 flex flex-wrap gap-x-1 print:hidden">
    <NavLink to="/books" end className="ticket-view">
      Closed days
    </NavLink>
    {reports.map(({ to, label }) => (
      <NavLink key={to} to={to + queryOf(period)} className="ticket-view">
        {label}
      </NavLink>
    ))}
  </nav>
);

/** The lists about the same days under Money. */
export const PeriodLists = ({ period }: { period: Period }) => (
  <nav aria-label="Lists for this period" className="flex flex-wrap gap-x-6 gap-y-2 print:hidden">
    <span className="text-muted">In this period:</span>
    {lists.map(({ to, label }) => (
      <Link key={to} to={to + queryOf(period)} className="link">
        {label}
      </Link>
    ))}
  </nav>
);
