import { useCallback, useEffect, useRef, useState } from 'react';
import { useLoaderData, useSearchParams } from 'react-router';
import { builtInCatalogue } from '#contract/built-in-catalogue.ts';
import type { Order } from '#contract/orders.ts';
import { ApiError } from '#ui/api-error.ts';
import { callApi } from '#web/api/call-api.ts';
import { workCalls } from '#web/api/work-calls.ts';
import { usePages } from '#web/api/use-pages.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { CabinetFrame } from './cabinet-frame.tsx';
import type { ProductWords } from './brief-answers.tsx';
import { isUnderWay, lateLines, needsCustomer } from './next-step.ts';
import { useMinuteClock } from '#web/ordering/use-minute-clock.ts';
import { OrderCard } from './order-card.tsx';
import { messagesId } from './order-messages.tsx';
import { ReceiptSheet } from './receipt-sheet.tsx';

export function loader() {
  const { everyProduct, policies } = builtInCatalogue;
  // Includes retired products: orders may outlive their products.
  const words: ProductWords[] = everyProduct.map(({ orderType, kind, fields }) => ({
    orderType,
    isBundle: kind === 'bundle',
    fields: fields.map((field) => ({
      key: field.key,
      label: field.label,
      isLines: field.type === 'lines',
      choices: 'options' in field ? field.options : [],
    })),
  }));
  return { words, revisionDays: policies.revisionBusinessDays, extensionDays: policies.reviewExtensionDays };
}

export const meta = () => pageMeta({ title: 'Your orders' });

/** Poll interval of an open order (ms). */
const lookEveryMs = 15_000;

type Listed = { orders: Order[]; nextCursor: string | null };

/** The first page also has all open orders, however old. */
async function loadOrders(query: Record<string, string>, signal: AbortSignal): Promise<Listed> {
  const listing = callApi('listOrders', { query, signal });
  if (query['cursor'] !== undefined) return listing;
  const [listed, open] = await Promise.all([
    listing,
    callApi('listOrders', { query: { show: 'open', limit: '50' }, signal }),
  ]);
  return underneath(listed, { ...listed, orders: open.orders });
}

/** Both lists merged, newest first, each order once. */
const underneath = (shown: Listed, older: Listed): Listed => ({
  ...older,
  orders: [
    ...new Map([...shown.orders, ...older.orders].map((order) => [order.number, order])).values(),
  ].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)),
});

export default function HistoryPage() {
  const { words } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const receipt = search.get('receipt');
  return receipt === null ? (
    <CabinetFrame title="Your orders">
      <Orders words={words} wanted={search.get('order')} />
    </CabinetFrame>
  ) : (
    <CabinetFrame title="Receipt">
      <ReceiptSheet number={receipt} />
    </CabinetFrame>
  );
}

function Orders({ words, wanted }: { words: readonly ProductWords[]; wanted: string | null }) {
  const { page: listed, failure, isLoadingMore, loadMore, reload } = usePages(loadOrders, underneath);
  const opened = useOpenOrder(wanted, listed !== undefined);
  useArrival(wanted, opened.order !== undefined);

  const orders = listed?.orders.map((order) => opened.seen.get(order.number) ?? order) ?? [];
  const now = useMinuteClock();
  // An order that is not in the list yet is shown above it from the start, so that the list does not move.
  const isAwaited = opened.isAwaited && !orders.some(({ number }) => number === wanted);
  const groups = now && !isAwaited ? inGroups(orders, now) : [];
  const isElsewhere = opened.order && !orders.some(({ number }) => number === opened.order?.number);
  return (
    <div className="flex flex-col gap-6">
      {failure !== undefined && (
        <Notice kind="error" role="alert" title={failure}>
          <p>We couldn’t load your orders. They’re safe; try again.</p>
          <Button look="quiet" small className="mt-3" onClick={reload}>
            Try again
          </Button>
        </Notice>
      )}
      {opened.isUnknown && (
        <Notice kind="warning" role="status">
          We can’t find order {wanted} in your account.
        </Notice>
      )}
      {(!listed || isAwaited) && failure === undefined && <Skeleton lines={6} label="Loading your orders" />}
      {listed && orders.length === 0 && <NoOrders />}
      {(orders.length > 0 || isElsewhere) && (
        <div>
          {isElsewhere && opened.order && (
            <section aria-label="The order you opened" className="mb-12">
              <h2 className="sr-only">The order you opened</h2>
              <OrderCard order={opened.order} isOpen words={words} onChanged={() => opened.refresh()} />
            </section>
          )}
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
                <OrderCard
                  key={order.number}
                  order={order}
                  isOpen={order.number === wanted}
                  words={words}
                  onChanged={() => opened.refresh()}
                />
              ))}
            </section>
          ))}
        </div>
      )}
      {listed?.nextCursor && !isAwaited && (
        <Button
          look="quiet"
          className="self-start"
          busy={isLoadingMore}
          busyText="Loading"
          onClick={loadMore}
        >
          Show older orders
        </Button>
      )}
    </div>
  );
}

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

/**
 * The open order in its current state, even when it is not listed yet; polled while visible. `seen`: the latest state of every
 * opened order.
 */
function useOpenOrder(wanted: string | null, isListed: boolean) {
  const [seen, setSeen] = useState<ReadonlyMap<string, Order>>(new Map());
  const [unknown, setUnknown] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const refresh = useCallback(
    async (signal?: AbortSignal) => {
      if (wanted === null) return;
      try {
        const found = await callApi(workCalls.showOrder, {
          params: { number: wanted },
          ...(signal ? { signal } : {}),
        });
        setSeen((orders) => new Map(orders).set(wanted, found));
        setUnknown(null);
      } catch (error) {
        // On errors, a listed order keeps the list's data; only a 404 changes it.
        if (error instanceof ApiError && error.status === 404) setUnknown(wanted);
        else if (!signal?.aborted) setFailed(wanted);
      }
    },
    [wanted],
  );

  useEffect(() => {
    if (wanted === null || !isListed) return;
    const leaving = new AbortController();
    const look = () => {
      if (document.visibilityState === 'visible') void refresh(leaving.signal);
    };
    look();
    const timer = setInterval(look, lookEveryMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      leaving.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [wanted, isListed, refresh]);

  return {
    order: wanted === null ? undefined : seen.get(wanted),
    seen,
    isUnknown: unknown !== null && unknown === wanted,
    isAwaited: wanted !== null && ![...seen.keys(), unknown, failed].includes(wanted),
    refresh,
  };
}

/**
 * A link to one order shows that order first, wherever it is in the list, and a link to its messages shows those; opening an order here moves
 * nothing.
 */
function useArrival(wanted: string | null, isShown: boolean): void {
  const asked = useRef(wanted);
  useEffect(() => {
    if (!isShown || asked.current === null) return;
    const { hash } = window.location;
    const show = () => {
      const order = document.getElementById(`order-${wanted}`)?.closest('article');
      const part = order && hash === `#${messagesId(wanted ?? '')}` && document.getElementById(hash.slice(1));
      if (!part) return order?.scrollIntoView({ block: 'start' });
      // what is above the messages may still load
      if (order.querySelector('[data-awaited]')) return void requestAnimationFrame(show);
      part.focus({ preventScroll: true });
      part.scrollIntoView({ block: 'start' });
    };
    // Waits for the frame after the list has loaded: growing and scrolling in one frame would look like a jump.
    if (asked.current === wanted) requestAnimationFrame(() => requestAnimationFrame(show));
    asked.current = null;
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
