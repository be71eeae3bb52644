import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { StatementFilter } from '#contract/balance.ts';
import { formatMoney } from '#contract/money.ts';
import { callDesk } from '#desk/api/call-desk.ts';
import { formatDay } from '#desk/frame/format-time.ts';
import { Pages } from '#desk/frame/pages.tsx';

const filters: { value: StatementFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'in', label: 'In' },
  { value: 'out', label: 'Out' },
];

/** The balance's statement, newest first, as the customer reads it. */
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
            No transactions on this balance{show !== 'all' && ' in this direction'}.
          </p>
        ) : (
          <table className="rows">
            <thead>
              <tr>
                <th scope="col">What</th>
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
                  <td className="amount">{formatMoney(amount)}</td>
                  <td className="amount text-muted">{formatMoney(balance)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Pages>
    </section>
  );
}
