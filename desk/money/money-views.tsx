import { NavLink } from 'react-router';

const views = [
  { to: '/money', label: 'Checks' },
  { to: '/money/payments', label: 'Payments' },
  { to: '/money/refunds', label: 'Refunds' },
  { to: '/money/disputes', label: 'Disputes' },
  { to: '/money/goodwill', label: 'Goodwill' },
  { to: '/money/payouts', label: 'Payouts and fees' },
] as const;

/** The pages about money, as links above each of them. */
export const MoneyViews = () => (
  <nav aria-label="Money" className="-mx-2 flex flex-wrap gap-x-1">
    {views.map(({ to, label }) => (
      <NavLink key={to} to={to} end={to === '/money'} className="ticket-view">
        {label}
      </NavLink>
    ))}
  </nav>
);
