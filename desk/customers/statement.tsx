import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { StatementFilter } from '#contract/storefront/statement.ts';
import { formatChange, formatMoney } from '#contract/money.ts';
import { callDesk } from '#desk/api/call-desk.ts';
import { formatDay } from '#desk/frame/format-time.ts';
import { Pages } from '#desk/frame/pages.tsx';

const filters: { value: StatementFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'in', label: 'Money in' },
  { value: 'out', label: 'Money out' },
];

/** The balance's statement, newest first, with the customer's wording. */
export function Statement({ id, linked }: { id: string; linked: boolean }) {
  const [show, setShow] = useState<StatementFilter>('all');
  const statement = useInfiniteQuery({
    queryKey: ['statement', id, show],
    queryFn: ({ pageParam, signal }) =>
      callDesk('showStatement', {
        params: { id },
        query: { show, ...(pageParam ? { cursor: pageParam } : {}), limit: 20 },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
    placeholderData: (before) => before,
  });
  const entries = statement.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section aria-labelledby="statement">
      <h2 id="statement" className="mb-3">
        Statement
      </h2>
      <div role="group" aria-label="Show" className="choice-bar mb-4">
        {filters.map(({ value, label }) => (
          <button key={value} type="button" aria-pressed={show === value} onClick={() => setShow(value)}>
            {label}
          </button>
        ))}
      </div>
      <Pages query={statement} more="Show older entries">
        {entries.length === 0 ? (
          <p className="text-muted">
            {show === 'all' ? 'No transactions yet.' : 'No transactions of this kind yet.'}
          </p>
        ) : (
          <table className="rows">
            <thead>
              <tr>
                <th scope="col">Description</th>
                <th scope="col" className="amount">
                  Amount
                </th>
                <th scope="col" className="amount">
                  Balance
                </th>
              </tr>
            </thead>
            <tbody>
              {entries.map(({ id: entry, at, title, amount, balance, orderNumber }) => (
                <tr key={entry}>
                  <td>
                    {linked && orderNumber !== undefined ? (
                      <Link to={`/orders/${orderNumber}`} className="link">
                        {title}
                      </Link>
                    ) : (
                      <bdi>{title}</bdi>
                    )}
                    <span className="block text-muted">{formatDay(at)}</span>
                  </td>
                  <td className="amount">{formatChange(amount)}</td>
                  <td className="amount text-muted">
                    {/* a phone shows no column headings */}
                    <span className="sm:hidden">Balance </span>
                    {formatMoney(balance)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Pages>
    </section>
  );
}
