import { NavLink, useSearchParams } from 'react-router';

const views = [
  { to: '/money', label: 'Checks' },
  { to: '/money/payments', label: 'Payments' },
  { to: '/money/refunds', label: 'Refunds', hasPeriod: true },
  { to: '/money/disputes', label: 'Disputes', hasPeriod: true },
  { to: '/money/goodwill', label: 'Goodwill', hasPeriod: true },
  { to: '/money/payouts', label: 'Payouts and fees', hasPeriod: true },
];

/** The pages about money, as links above each of them. A chosen period stays from list to list. */
export function MoneyViews() {
  const [query] = useSearchParams();
  const [from, to] = [query.get('from'), query.get('to')];
  const period = from && to ? `?${new URLSearchParams({ from, to })}` : '';
  return (
    <nav aria-label="Money" className="-mx-2 flex flex-wrap gap-x-1">
      {views.map(({ to: path, label, hasPeriod }) => (
        <NavLink
          key={path}
          to={hasPeriod ? path + period : path}
          end={path === '/money'}
          className="ticket-view"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
