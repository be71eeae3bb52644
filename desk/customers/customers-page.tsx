import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { formatDay } from '#desk/frame/format-time.ts';
import { ListHeads } from '#desk/frame/list-heads.tsx';
import { Pages } from '#desk/frame/pages.tsx';
import { Screen } from '#desk/frame/screen.tsx';
import { customerStateWords, orderCountWords } from './customer-words.ts';

type Row = DeskAnswerOf<'listCustomers'>['customers'][number];

/** Customers found by the beginning of an email address or a name, or the newest ones. The search text is in the URL. */
export function CustomersPage() {
  const [query, setQuery] = useSearchParams();
  const q = query.get('q') ?? '';
  const [typed, setTyped] = useState(q);
  const customers = useInfiniteQuery({
    queryKey: ['customers', q],
    queryFn: ({ pageParam, signal }) =>
      callDesk('listCustomers', {
        query: { ...(q ? { q } : {}), ...(pageParam ? { cursor: pageParam } : {}), limit: 50 },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
  const found = customers.data?.pages.flatMap((page) => page.customers) ?? [];
  const clear = () => {
    setTyped('');
    setQuery({});
  };
  return (
    <Screen title="Customers">
      <form
        role="search"
        className="flex max-w-xl flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          setQuery(typed.trim() === '' ? {} : { q: typed.trim() });
        }}
      >
        <div className="min-w-60 flex-1">
          <TextField
            id="q"
            label="Name, email address, brand or number"
            hint="Enter an order, deposit or conversation number, or the beginning of a name, email address or brand."
            autoComplete="off"
            value={typed}
            onValue={setTyped}
          />
        </div>
        <Button type="submit" look="quiet">
          Find
        </Button>
        {q !== '' && (
          <Button look="quiet" onClick={clear}>
            Clear
          </Button>
        )}
      </form>
      <Pages query={customers} more="Show more customers">
        {found.length === 0 ? (
          <p>
            {q === ''
              ? 'No customers yet. They appear here once they create an account.'
              : `No customers match “${q}”.`}
          </p>
        ) : (
          <div>
            <ListHeads row="order-link" names={['Customer', 'Orders', 'Account', 'Joined']} />
            <ul aria-label="Customers" className="lines">
              {found.map((customer) => (
                <CustomerRow key={customer.id} customer={customer} />
              ))}
            </ul>
          </div>
        )}
      </Pages>
    </Screen>
  );
}

const CustomerRow = ({ customer: { id, name, email, state, orders, createdAt } }: { customer: Row }) => (
  <li className="line-row">
    <Link to={`/customers/${id}`} className="order-link">
      <span className="min-w-0">
        <bdi className="font-semibold">{name}</bdi>
        {email !== null && <span className="block text-muted">{email}</span>}
      </span>
      <span>{orderCountWords(orders)}</span>
      <span>{state !== 'active' && <span className="tag">{customerStateWords(state)}</span>}</span>
      <span className="text-muted">Since {formatDay(createdAt)}</span>
    </Link>
  </li>
);
