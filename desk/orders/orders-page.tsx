import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { callDesk } from '#desk/api/call-desk.ts';
import { Pages } from '#desk/frame/pages.tsx';
import { Screen } from '#desk/frame/screen.tsx';
import { OrderList } from '#desk/work/order-list.tsx';

/** Orders, newest first, of all customers or of the customer in the URL. Meant for lookups; the queue is for work. */
export function OrdersPage() {
  const [filter] = useSearchParams();
  const customer = filter.get('customer');
  const orders = useInfiniteQuery({
    queryKey: ['orders', customer],
    queryFn: ({ pageParam, signal }) =>
      callDesk('listDeskOrders', {
        query: { ...(customer ? { customer } : {}), ...(pageParam ? { cursor: pageParam } : {}), limit: 50 },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
  const found = orders.data?.pages.flatMap((page) => page.orders) ?? [];
  return (
    <Screen title={customer ? `Orders from ${found[0]?.customer ?? 'one customer'}` : 'Orders'}>
      {customer && (
        <p className="-mt-4">
          <Link to="/orders" className="link">
            Show all customers’ orders
          </Link>
        </p>
      )}
      <Pages query={orders} more="Show older orders">
        {found.length === 0 ? (
          <p>
            {customer
              ? 'This customer has no orders.'
              : 'No orders yet. They appear here as soon as they’re placed.'}
          </p>
        ) : (
          <OrderList label="Orders" orders={found} />
        )}
      </Pages>
    </Screen>
  );
}
