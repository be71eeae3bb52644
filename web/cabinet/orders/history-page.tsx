import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLoaderData, useSearchParams } from 'react-router';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import type { Order, OrderList } from '#contract/storefront/orders.ts';
import { ApiError } from '#ui/api-error.ts';
import { callApi } from '#web/api/call-api.ts';
import { usePages } from '#web/api/use-pages.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { focusSoon } from '#ui/focus-soon.ts';
import { CabinetFrame } from '#web/cabinet/cabinet-frame.tsx';
import type { ProductWords } from './brief-answers.tsx';
import { isUnderWay, lateLines, needsCustomer } from './next-step.ts';
import { useMinuteClock } from '#ui/use-minute-clock.ts';
import { messagesId } from './order-messages.tsx';
import { AllOrders } from './all-orders.tsx';
import { OrderPage } from './order-page.tsx';
import { filterKeys, OrderFilter, orderSearchId } from './order-filter.tsx';
import { OrderRow, rowId } from './order-row.tsx';
import { orderHeadingId } from './order-title.tsx';
import { ReceiptSheet } from './receipt-sheet.tsx';

export function loader() {
  const { everyProduct, policies } = builtInCatalogue;
  // Includes retired products: orders may outlive their products.
  const words: ProductWords[] = everyProduct.map((product) => ({
    orderType: product.orderType,
    title: product.title,
    isBundle: product.kind === 'bundle',
    items: product.kind === 'bundle' ? product.items.map(({ label }) => label) : [],
    fields: product.fields.map((field) => ({
      key: field.key,
      label: field.label,
      isLines: field.type === 'lines',
      choices: 'options' in field ? field.options : [],
    })),
  }));
  return {
    words,
    revisionDays: policies.revisionBusinessDays,
    extensionDays: policies.reviewExtensionDays,
    guarantee: policies.guarantee,
  };
}

export function meta({ location }: { location: { search: string } }) {
  const search = new URLSearchParams(location.search);
  const number = search.get('receipt') ?? search.get('order');
  if (number === null) return pageMeta({ title: 'Your orders' });
  return pageMeta({ title: `${search.has('receipt') ? 'Receipt for order' : 'Order'} ${number}` });
}

/** Poll interval of an open order (ms); shorter while automatic work is being done, which takes about a minute. */
const lookEveryMs = 15_000;
const lookOftenMs = 3_000;
/** Whether a report is about to be ready. */
const awaitsReport = (order: Order): boolean =>
  isUnderWay(order) && order.lines.some(({ days, work }) => days === 0 && work.versions === 0);

/** The search in the address; '' when nothing is searched for. */
const searchIn = (address: URLSearchParams): string =>
  new URLSearchParams(
    filterKeys.flatMap((key) => {
      const value = address.get(key) ?? '';
      return value === '' ? [] : [[key, value]];
    }),
  ).toString();

/** The first page also has all open orders, however old, unless the customer searches. */
async function loadOrders(
  search: string,
  at: Record<string, string>,
  signal: AbortSignal,
): Promise<OrderList> {
  const query = { ...Object.fromEntries(new URLSearchParams(search)), ...at };
  const listing = callApi('listOrders', { query, signal });
  if (search !== '' || query['cursor'] !== undefined) return listing;
  const [listed, open] = await Promise.all([
    listing,
    callApi('listOrders', { query: { show: 'open', limit: '50' }, signal }),
  ]);
  return underneath(listed, { ...listed, orders: open.orders });
}

/** Both lists merged, newest first, each order once. */
const underneath = (shown: OrderList, older: OrderList): OrderList => ({
  ...older,
  months: shown.months,
  orders: [
    ...new Map([...shown.orders, ...older.orders].map((order) => [order.number, order])).values(),
  ].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)),
});

export default function HistoryPage() {
  const { words } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const receipt = search.get('receipt');
  const wanted = receipt === null ? search.get('order') : null;
  const isList = receipt === null && wanted === null;
  const opened = useOpenOrder(wanted);
  // the list is kept while an order is open, so that the way back leads to the same place
  const [hasList, setHasList] = useState(isList);
  if (isList && !hasList) setHasList(true);
  useFocus(wanted);
  return (
    <CabinetFrame {...(wanted === null ? { title: isList ? 'Your orders' : 'Receipt' } : {})}>
      {receipt !== null && <ReceiptSheet number={receipt} />}
      {wanted !== null && <OpenOrder key={wanted} number={wanted} opened={opened} words={words} />}
      {hasList && (
        <div hidden={!isList}>
          <Orders words={words} seen={opened.seen} />
        </div>
      )}
    </CabinetFrame>
  );
}

/** Moves the focus to the order that was opened, or back to its row in the list. */
function useFocus(wanted: string | null): void {
  const before = useRef(wanted);
  useEffect(() => {
    const left = before.current;
    before.current = wanted;
    if (wanted !== null && left !== wanted) focusSoon(orderHeadingId(wanted));
    if (wanted === null && left !== null)
      requestAnimationFrame(() => document.getElementById(rowId(left))?.focus({ preventScroll: true }));
  }, [wanted]);
}

/** The page of one order: also while the order loads, after a failure, or when the order doesn't exist. */
function OpenOrder({
  number,
  opened: { order, isUnknown, hasFailed, refresh },
  words,
}: {
  number: string;
  opened: ReturnType<typeof useOpenOrder>;
  words: readonly ProductWords[];
}) {
  const hasOrder = order !== undefined;
  useArrival(number, hasOrder);
  const hadFocus = useRef(false);
  // the loaded order has another heading: without this, the focus would fall back to the page
  useLayoutEffect(() => {
    if (hasOrder && hadFocus.current) document.getElementById(orderHeadingId(number))?.focus();
  }, [hasOrder, number]);
  if (order) return <OrderPage order={order} words={words} onChanged={() => refresh()} />;
  return (
    <>
      <AllOrders />
      <h1
        id={orderHeadingId(number)}
        tabIndex={-1}
        ref={(heading) => () => {
          hadFocus.current = document.activeElement === heading;
        }}
        className="mt-1 mb-8 text-[clamp(1.75rem,1.3rem+2vw,2.625rem)]"
      >
        Order <bdi translate="no">{number}</bdi>
      </h1>
      {isUnknown && (
        <Notice kind="warning" role="status">
          We can’t find order <bdi translate="no">{number}</bdi> in your account.
        </Notice>
      )}
      {hasFailed && (
        <Notice kind="error" role="alert" title="We couldn’t load your order">
          <p>Your order is safe. Try again.</p>
          <Button look="quiet" small className="mt-3" onClick={() => void refresh()}>
            Try again
          </Button>
        </Notice>
      )}
      {!isUnknown && !hasFailed && (
        <div className="min-h-svh">
          <Skeleton lines={6} label="Loading your order" />
        </div>
      )}
    </>
  );
}

function Orders({
  words,
  seen,
}: {
  words: readonly ProductWords[];
  /** The latest state of each order that was opened. */
  seen: ReadonlyMap<string, Order>;
}) {
  const [address, setAddress] = useSearchParams();
  const search = searchIn(address);
  const load = useCallback(
    (at: Record<string, string>, signal: AbortSignal) => loadOrders(search, at, signal),
    [search],
  );
  const { page: listed, failure, isLoadingMore, loadMore, reload } = usePages(load, underneath);
  const isSearched = search !== '';
  // stays true after a search is cleared, while its results are still on the screen
  const [hasFilter, setFilter] = useState(isSearched);
  const orders = listed?.orders.map((order) => seen.get(order.number) ?? order) ?? [];
  if (!hasFilter && orders.length > 1) setFilter(true);
  const now = useMinuteClock();
  const groups = now ? inGroups(orders, now) : [];
  // “Show older orders” may be gone: the first older order gets the focus
  const shownBefore = useRef<number>(undefined);
  useEffect(() => {
    const firstOlder = listed?.orders[shownBefore.current ?? listed.orders.length];
    if (!firstOlder) return;
    shownBefore.current = undefined;
    document.getElementById(rowId(firstOlder.number))?.focus();
  }, [listed]);
  return (
    <div className="flex flex-col gap-6">
      {hasFilter && (
        <OrderFilter
          services={words.map(({ orderType, title }) => ({ value: String(orderType), label: title }))}
          months={listed?.months ?? []}
        />
      )}
      {failure !== undefined && (
        <Notice kind="error" role="alert" title={failure}>
          <p>We couldn’t load your orders. They’re safe. Try again.</p>
          <Button look="quiet" small className="mt-3" onClick={reload}>
            Try again
          </Button>
        </Notice>
      )}
      {!listed && failure === undefined && <Skeleton lines={6} label="Loading your orders" />}
      {listed && orders.length === 0 && !hasFilter && <NoOrders />}
      {isSearched && (
        <p role="status" className="flex flex-wrap items-baseline gap-x-4 text-muted">
          {listed && foundWords(orders.length, listed.nextCursor !== null)}
          <button
            type="button"
            className="link min-h-11"
            onClick={() => {
              setAddress({}, { replace: true });
              document.getElementById(orderSearchId)?.focus();
            }}
          >
            Clear the search
          </button>
        </p>
      )}
      {groups.length > 0 && (
        <div>
          {groups.map(({ title, orders: shown }) => (
            <section key={title} aria-label={title} className="mb-12 last:mb-0">
              <h2 className="mb-3 flex items-baseline gap-2 text-[1.625rem]">
                {title}
                {/* the number of orders is known only once all are listed */}
                {(!listed?.nextCursor || title === 'Needs your attention') && (
                  <span className="figures font-sans text-small font-normal tracking-normal text-subtle">
                    {shown.length}
                  </span>
                )}
              </h2>
              {shown.map((order) => (
                <OrderRow key={order.number} order={order} words={words} />
              ))}
            </section>
          ))}
        </div>
      )}
      {listed?.nextCursor && (
        <Button
          data-repeats
          look="quiet"
          className="self-start"
          busy={isLoadingMore}
          busyText="Loading"
          onClick={() => {
            shownBefore.current = orders.length;
            loadMore();
          }}
        >
          Show older orders
        </Button>
      )}
    </div>
  );
}

const foundWords = (count: number, hasMore: boolean): string => {
  if (count === 0) return 'No orders match your search.';
  return hasMore
    ? `Showing the newest ${count} orders that match.`
    : `${count} ${count === 1 ? 'order matches' : 'orders match'}.`;
};

/** Orders that wait for the customer come first, then those in progress; within a group, late ones first. */
function inGroups(listed: readonly Order[], now: Date): { title: string; orders: Order[] }[] {
  const isLate = (order: Order) => Number(lateLines(order, now).length > 0);
  const orders = listed.toSorted((a, b) => isLate(b) - isLate(a));
  const groupOf = (order: Order) =>
    needsCustomer(order, now) ? 'Needs your attention' : isUnderWay(order) ? 'In progress' : 'Past orders';
  return ['Needs your attention', 'In progress', 'Past orders']
    .map((title) => ({ title, orders: orders.filter((order) => groupOf(order) === title) }))
    .filter((group) => group.orders.length > 0);
}

/** The open order in its current state, polled while visible. `seen`: the latest state of every opened order. */
function useOpenOrder(wanted: string | null) {
  const [seen, setSeen] = useState<ReadonlyMap<string, Order>>(new Map());
  const [unknown, setUnknown] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const refresh = useCallback(
    async (signal?: AbortSignal) => {
      if (wanted === null) return;
      try {
        const found = await callApi('showOrder', {
          params: { number: wanted },
          ...(signal ? { signal } : {}),
        });
        setSeen((orders) => new Map(orders).set(wanted, found));
        setUnknown(null);
        setFailed(null);
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) setUnknown(wanted);
        else if (!signal?.aborted) setFailed(wanted);
      }
    },
    [wanted],
  );

  const order = wanted === null ? undefined : seen.get(wanted);
  const every = order && awaitsReport(order) ? lookOftenMs : lookEveryMs;
  useEffect(() => {
    if (wanted === null) return;
    const leaving = new AbortController();
    const look = () => {
      if (document.visibilityState === 'visible') void refresh(leaving.signal);
    };
    look();
    const timer = setInterval(look, every);
    document.addEventListener('visibilitychange', look);
    return () => {
      leaving.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [wanted, refresh, every]);

  return {
    order,
    seen,
    isUnknown: unknown !== null && unknown === wanted,
    hasFailed: failed !== null && failed === wanted,
    refresh,
  };
}

/** Scrolls to the order's messages when the opened link names them. */
function useArrival(wanted: string, isShown: boolean): void {
  const isNew = useRef(true);
  useEffect(() => {
    if (!isShown || !isNew.current) return;
    isNew.current = false;
    const id = messagesId(wanted);
    if (window.location.hash !== `#${id}`) return;
    const show = () => {
      // content above the messages may still be loading
      if (document.querySelector('[data-awaited]')) return void requestAnimationFrame(show);
      const messages = document.getElementById(id);
      messages?.focus({ preventScroll: true });
      messages?.scrollIntoView({ block: 'start' });
    };
    // waits for the frame after the order has loaded: growing and scrolling in one frame would look like a jump
    requestAnimationFrame(() => requestAnimationFrame(show));
  }, [isShown, wanted]);
}

function NoOrders() {
  return (
    <div className="note max-w-xl py-1 pl-6">
      <p className="text-lead">You haven’t ordered anything yet.</p>
      <ButtonLink to="/#services" className="mt-6">
        See services and prices
      </ButtonLink>
    </div>
  );
}
