import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useOutletContext, useSearchParams } from 'react-router';
import type { DeskQueryOf } from '#contract/desk/endpoints.ts';
import type { Me } from '#contract/desk/staff.ts';
import { Button } from '#ui/button.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { Pages } from '#desk/frame/pages.tsx';
import { Screen } from '#desk/frame/screen.tsx';
import { filterProblem, filtersIn } from '#desk/frame/use-filters.ts';
import { OrderList } from '#desk/work/order-list.tsx';
import { askedWords, filterNames, OrderFilters } from './order-filters.tsx';

/** Orders, newest first, of all customers or of the customer in the URL, which also has the filters. */
export function OrdersPage() {
  const me = useOutletContext<Me>();
  const [query, setQuery] = useSearchParams();
  const customer = query.get('customer');
  const filters = filtersIn(query, filterNames);
  const isFiltered = Object.keys(filters).length > 0;
  const ofCustomer = customer ? { customer } : {};
  const orders = useInfiniteQuery({
    queryKey: ['orders', customer, filters],
    queryFn: ({ pageParam, signal }) =>
      callDesk('listDeskOrders', {
        query: {
          ...ofCustomer,
          ...filters,
          ...(filters.service ? { service: Number(filters.service) } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
          limit: 50,
        } as DeskQueryOf<'listDeskOrders'>,
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
  // keeps the list of services while other orders load
  const [services, setServices] = useState(orders.data?.pages[0]?.services ?? []);
  const newest = orders.data?.pages[0]?.services;
  if (newest !== undefined && newest !== services) setServices(newest);
  const found = orders.data?.pages.flatMap((page) => page.orders) ?? [];
  const filterBy = (chosen: OrderFilters) =>
    setQuery({ ...ofCustomer, ...chosen } as Record<string, string>, { replace: true });
  const isRefused = filterNames.some((name) => filterProblem(orders.error, name) !== undefined);
  return (
    <Screen title={customer ? `Orders from ${found[0]?.customer ?? 'one customer'}` : 'Orders'}>
      {customer && (
        <p className="-mt-4">
          <Link to="/orders" className="link">
            Show all customers’ orders
          </Link>
        </p>
      )}
      <div className="flex flex-col gap-6">
        <OrderFilters
          filters={filters}
          services={services}
          error={orders.error}
          canSeeNames={mayDo(me, 'customer.see')}
          onFilters={filterBy}
        />
        {!isRefused && (
          <Pages query={orders} more="Show older orders">
            {found.length > 0 ? (
              <OrderList label="Orders" orders={found} />
            ) : isFiltered ? (
              <div className="flex flex-wrap items-center gap-3">
                <p className="wrap-anywhere">
                  No orders match these filters: {askedWords(filters, services)}.
                </p>
                <Button look="quiet" small onClick={() => filterBy({})}>
                  Clear filters
                </Button>
              </div>
            ) : (
              <p>
                {customer
                  ? 'This customer has no orders.'
                  : 'No orders yet. They appear here as soon as they’re placed.'}
              </p>
            )}
          </Pages>
        )}
      </div>
    </Screen>
  );
}
