import { Suspense, useEffect, useMemo, useState } from 'react';
import { latePart } from '#ui/late-part.tsx';
import { Link, useLoaderData, useLocation, useNavigate } from 'react-router';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { formatMoney, formatPrice } from '#contract/money.ts';
import { proposalHash } from '#contract/storefront/proposal-link.ts';
import { callApi } from '#web/api/call-api.ts';
import { useLoggedIn } from '#web/session/session-tokens.ts';
import { type CartLine, cartLines, keepLines, useCart } from '#web/stored-orders/cart-store.ts';
import { changeLine } from '#web/stored-orders/cart-actions.ts';
import { type ProductFormModel, toProductFormModel } from '#contract/catalogue/product-form-model.ts';
import { DeliveryTime } from '#ui/order-form/delivery-time.tsx';
import { useMinuteClock } from '#ui/use-minute-clock.ts';
import { draftSlugs } from '#web/stored-orders/draft-store.ts';
import { soonest } from '#web/products/product-labels.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { ButtonLink } from '#ui/button.tsx';
import { NeedsScript } from '#ui/needs-script.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { notify } from '#ui/snackbar.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { focusSoon } from '#ui/focus-soon.ts';
import { CartLineItem, lineId } from './cart-line.tsx';
import { priceCart } from './priced-lines.ts';

// Loads the address rules of all countries, so only for a cart that is not empty.
const CheckoutForm = latePart(async () => (await import('./checkout-form.tsx')).CheckoutForm);

// Only for an address with a proposal.
const ProposalArrival = latePart(async () => (await import('./proposal-arrival.tsx')).ProposalArrival);

export function loader() {
  const { bundles, rules, policies, products, services } = builtInCatalogue;
  return {
    version: builtInCatalogue.version,
    // Leaves out the form's help texts, which pricing does not need.
    products: products.map((product) => {
      const orderable = toProductFormModel(product);
      return { ...orderable, fields: orderable.fields.map(({ help: _, ...field }) => field) };
    }),
    contents: bundles.map(({ orderType, items, savingCents, savingPercent }) => ({
      orderType,
      items: items.map(({ label }) => label),
      saving: `Save ${formatPrice(savingCents)} (${savingPercent}%)`,
    })),
    services: services.map((service) => ({
      title: service.title,
      to: service.route,
      fact: `${soonest(service)}, from ${formatPrice(service.fromCents)}`,
    })),
    bundles: bundles.map(({ title, route, fromCents, savingPercent }) => ({
      title,
      to: route,
      fact: `${formatPrice(fromCents)}, save ${savingPercent}%`,
    })),
    rules: { maxLines: rules.cart.maxLines, maxOrderCents: rules.cart.maxOrderCents },
    terms: {
      always: [policies.rights],
      // terms of work by people; automatic work is never late, revised, or canceled before it begins
      written: [policies.clock, policies.guarantee, policies.late, policies.cancel],
    },
    withdrawal: policies.withdrawalNote,
    guarantee: policies.guarantee,
  };
}

export const meta = () => pageMeta({ title: 'Cart' });

export default function CartPage() {
  const data = useLoaderData<typeof loader>();
  const hydrated = useHydrated();
  const lines = useCart();
  const now = useMinuteClock();
  const [removed, setRemoved] = useState(0);
  const { priced, dropped, total } = useMemo(
    () => priceCart(lines, data, data.rules.maxLines),
    [lines, data],
  );

  const proposal = useProposal();

  // Stored in state, because the dropped lines are gone at the next render.
  const droppedCount = removed + dropped.length;
  useEffect(() => {
    if (dropped.length === 0) return;
    setRemoved((count) => count + dropped.length);
    keepLines(cartLines().filter(({ id }) => !dropped.includes(id)));
  }, [dropped]);

  return (
    <div className="page pt-8 md:pt-12">
      <h1 className="mb-8 text-[clamp(2rem,1.4rem+2.6vw,3.25rem)]">Cart</h1>
      <NeedsScript />
      {hydrated && droppedCount > 0 && (
        <div className="mb-8">
          <Notice kind="warning" role="status">
            {droppedCount === 1
              ? 'We removed an item that’s no longer available.'
              : `We removed ${droppedCount} items that are no longer available.`}
          </Notice>
        </div>
      )}
      {proposal && (
        <div className="mb-8">
          <Suspense fallback={<Skeleton lines={2} label="Opening the proposal" />}>
            <ProposalArrival
              key={proposal.opened}
              token={proposal.token}
              rules={{
                isSold: (line) => priceCart([line], data, 1).priced.length === 1,
                maxLines: data.rules.maxLines,
              }}
              onAnswered={proposal.leave}
            />
          </Suspense>
        </div>
      )}
      {!hydrated ? (
        <Skeleton lines={5} label="Loading your cart" />
      ) : priced.length === 0 ? (
        <EmptyCart {...data} />
      ) : (
        <FilledCart data={data} lines={lines} priced={priced} total={total} now={now} />
      )}
    </div>
  );
}

/** Removes lines from the cart, with an Undo. */
function cartActs(lines: readonly CartLine[]) {
  const restore = (line: CartLine, index: number) => {
    const rest = cartLines().filter(({ id }) => id !== line.id);
    keepLines(rest.toSpliced(Math.min(index, rest.length), 0, line));
    focusSoon(lineId(line.id));
  };
  const restoreAll = (before: readonly CartLine[]) => {
    const added = cartLines().filter(({ id }) => !before.some((line) => line.id === id));
    keepLines([...before, ...added]);
    focusSoon(lineId(before[0]!.id));
  };
  return {
    remove: (id: string) => {
      const index = lines.findIndex((line) => line.id === id);
      const line = lines[index];
      if (!line) return;
      keepLines(lines.filter((other) => other.id !== id));
      document.getElementById('content')?.focus();
      notify({
        message: 'Removed from your cart',
        action: { label: 'Undo', run: () => restore(line, index) },
      });
    },
    clear: () => {
      keepLines([]);
      document.getElementById('content')?.focus();
      notify({ message: 'Your cart is empty', action: { label: 'Undo', run: () => restoreAll(lines) } });
    },
  };
}

type Priced = ReturnType<typeof priceCart>['priced'];
type Now = ReturnType<typeof useMinuteClock>;

function Total({
  priced,
  total,
  now,
  days,
  setSummary,
}: {
  priced: Priced;
  total: number;
  now: Now;
  days: number;
  setSummary: (element: HTMLElement | null) => void;
}) {
  return (
    <aside
      aria-label="Total"
      className="figures rounded-b-sheet border border-t-[3px] border-hairline border-t-red-line bg-surface p-6 max-lg:-order-1 lg:sticky lg:top-6"
    >
      <output>
        <span className="flex flex-wrap items-baseline justify-between gap-x-4 font-display text-[1.5rem] leading-tight font-[650]">
          <span>Total</span> <span>{formatMoney(total)}</span>
        </span>
      </output>
      <p className="mt-3 text-muted">
        {priced.length === 1 ? '1 item' : `${priced.length} items`}
        {now && (
          <>
            {' · '}
            {priced.length === 1 ? 'delivery' : 'all delivered'} <DeliveryTime now={now} days={days} />
            {days > 0 && ' if you pay now'}
          </>
        )}
      </p>
      <ButtonLink look="quiet" to="#checkout" className="mt-5 w-full lg:hidden">
        Go to checkout
      </ButtonLink>
      <div ref={setSummary} className="mt-5 flex flex-col gap-4 max-lg:hidden" />
    </aside>
  );
}

/** The lines of the cart, the checkout and the total. */
function FilledCart({
  data,
  lines,
  priced,
  total,
  now,
}: {
  data: ReturnType<typeof useLoaderData<typeof loader>>;
  lines: readonly CartLine[];
  priced: Priced;
  total: number;
  now: Now;
}) {
  const [summary, setSummary] = useState<HTMLElement | null>(null);
  const days = Math.max(0, ...priced.map(({ quote }) => quote.days));
  const acts = cartActs(lines);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0">
        <ul>
          {priced.map((line) => (
            <CartLineItem
              key={line.id}
              line={line}
              contents={data.contents.find(({ orderType }) => orderType === line.product.orderType)}
              now={now}
              onChange={(details) => changeLine(line.id, line.product.orderType, { details })}
              onRemove={() => acts.remove(line.id)}
            />
          ))}
        </ul>
        <div className="flex flex-wrap justify-between gap-x-6">
          <ButtonLink look="quiet" small to="/#services" className="mt-4">
            Add something else
          </ButtonLink>
          <button type="button" className="link mt-4 min-h-11 text-muted" onClick={acts.clear}>
            Empty the cart
          </button>
        </div>
        <section id="checkout" aria-labelledby="checkout-title" className="mt-16 scroll-mt-8">
          <h2 id="checkout-title" className="mb-6 text-[1.75rem]">
            Checkout
          </h2>
          <Suspense
            fallback={
              <div className="min-h-[48rem]">
                <Skeleton lines={6} />
              </div>
            }
          >
            {/* The consents name a date, so the form waits until the current time is known. */}
            {now && (
              <CheckoutForm
                lines={priced}
                total={total}
                now={now}
                days={days}
                terms={data.terms}
                withdrawal={data.withdrawal}
                guarantee={data.guarantee}
                maxOrderCents={data.rules.maxOrderCents}
                summary={summary}
              />
            )}
          </Suspense>
        </section>
      </div>
      <Total priced={priced} total={total} now={now} days={days} setSummary={setSummary} />
    </div>
  );
}

/** The token of the proposal in the URL, and a function that removes it there. `opened`: grows each time, so that the same link opens again. */
function useProposal() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const [found, setFound] = useState({ token: '', opened: 0 });
  useEffect(() => {
    if (!hash.startsWith(proposalHash)) return;
    const token = hash.slice(proposalHash.length);
    setFound(({ opened }) => ({ token, opened: opened + 1 }));
  }, [hash]);
  if (found.opened === 0) return undefined;
  const leave = () => void navigate(pathname + search, { replace: true, preventScrollReset: true });
  return { ...found, leave };
}

type Offer = { title: string; to: string; fact: string };

function EmptyCart({
  products,
  services,
  bundles: bundled,
}: {
  products: readonly Pick<ProductFormModel, 'title' | 'slug' | 'orderRoute'>[];
  services: readonly Offer[];
  bundles: readonly Offer[];
}) {
  const unpaid = useUnpaidOrder();
  const [drafts] = useState(draftSlugs);
  const begun = products.filter(({ slug }) => drafts.includes(slug));
  return (
    <div className="flex flex-col gap-10">
      <div className="note py-1 pl-6">
        <p className="text-lead">Your cart is empty.</p>
        <p className="mt-1 text-muted">Items you add are saved on this device.</p>
      </div>
      {begun.length > 0 && (
        <section aria-labelledby="begun">
          <h2 id="begun" className="mb-2 text-h3">
            Finish your brief
          </h2>
          <ul className="flex flex-col">
            {begun.map(({ title, slug, orderRoute }) => (
              <li key={slug}>
                <Link className="link inline-flex min-h-11 items-center" to={orderRoute}>
                  Continue with {title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {unpaid && (
        <div role="status" className="flex flex-col items-start gap-4">
          <p>
            Order <bdi translate="no">{unpaid.number}</bdi> is waiting for your payment.
          </p>
          <ButtonLink to={unpaid.to}>Go to payment</ButtonLink>
        </div>
      )}
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
        <Offers title="Services" offers={services} />
        <Offers title="Bundles" offers={bundled} />
      </div>
    </div>
  );
}

function Offers({ title, offers }: { title: string; offers: readonly Offer[] }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-h3">{title}</h2>
      <ul className="figures border-t border-hairline">
        {offers.map(({ title: name, to, fact }) => (
          <li
            key={to}
            className="items-center justify-between gap-x-6 border-b border-hairline py-1 max-sm:pb-3 sm:flex"
          >
            <Link className="link inline-flex min-h-11 items-center font-semibold" to={to} prefetch="intent">
              {name}
            </Link>
            <span className="text-muted max-sm:block">{fact}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The customer's newest unpaid order: a customer who returns from its payment page finds an empty cart. */
function useUnpaidOrder() {
  const loggedIn = useLoggedIn();
  const [unpaid, setUnpaid] = useState<{ number: string; to: string }>();
  useEffect(() => {
    if (!loggedIn) return;
    const leaving = new AbortController();
    callApi('listOrders', { query: { limit: '5' }, signal: leaving.signal }).then(
      (listed) => {
        if (leaving.signal.aborted) return;
        const order = listed.orders.find(({ payment }) => payment.status === 'awaitingPayment');
        if (!order?.payment.paymentLink) return;
        const { pathname, search } = new URL(order.payment.paymentLink);
        setUnpaid({ number: order.number, to: pathname + search });
      },
      // Optional: the order is listed under "Your orders" anyway.
      () => {},
    );
    return () => leaving.abort();
  }, [loggedIn]);
  return loggedIn ? unpaid : undefined;
}
