import { useInfiniteQuery } from '@tanstack/react-query';
import { callDesk } from '#desk/api/call-desk.ts';
import { Pages } from '#desk/frame/pages.tsx';
import { Screen } from '#desk/frame/screen.tsx';
import { OrderList } from '#desk/work/order-list.tsx';

/** All orders, newest first: to look something up, not to work. */
export function OrdersPage() {
  const orders = useInfiniteQuery({
    queryKey: ['orders'],
    queryFn: ({ pageParam, signal }) =>
      callDesk('listDeskOrders', {
        query: { ...(pageParam ? { cursor: pageParam } : {}), limit: 50 },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
  const found = orders.data?.pages.flatMap((page) => page.orders) ?? [];
  return (
    <Screen title="Orders">
      <Pages query={orders} more="Show older orders">
        {found.length === 0 ? (
          <p>There is no order yet. New ones appear here as soon as they are placed.</p>
        ) : (
          <OrderList label="Orders" orders={found} />
        )}
      </Pages>
    </Screen>
  );
}
