import { NavLink } from 'react-router';
import type { Period } from '#desk/frame/period-form.tsx';

const views = [
  { to: '/books/period', label: 'Trial balance' },
  { to: '/books/totals', label: 'Totals' },
  { to: '/books/roll-forward', label: 'Roll-forward' },
  { to: '/books/idle', label: 'Idle balances' },
  { to: '/money/refunds', label: 'Refunds' },
  { to: '/money/disputes', label: 'Disputes' },
  { to: '/money/goodwill', label: 'Goodwill' },
  { to: '/money/payouts', label: 'Payouts and fees' },
] as const;

/** The reports and lists of a period, as links. */
export const BooksViews = ({ period: { from, to } }: { period: Period }) => (
  <nav aria-label="Reports" className="-mx-2 flex flex-wrap gap-x-1 print:hidden">
    {views.map(({ to: path, label }) => (
      <NavLink key={path} to={`${path}?from=${from}&to=${to}`} className="ticket-view">
        {label}
      </NavLink>
    ))}
  </nav>
);
