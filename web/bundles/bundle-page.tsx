import { Link, useLoaderData } from 'react-router';
import { type Bundle, bundles, policies, productOf } from '#contract/catalogue.ts';
import { formatPrice } from '#contract/money.ts';
import { pageMeta } from '#web/page-meta.ts';
import { productAt } from '#web/product-at.ts';
import { businessDays, soonest } from '#web/ui/from-words.ts';
import {
  LastCall,
  Options,
  ProductHero,
  ProductLinks,
  ProductQuestions,
  shownOptions,
  SideBySide,
} from '#web/ui/product-sections.tsx';
import { Receipt } from './receipt.tsx';

function timelineOf(bundle: Bundle) {
  const { rounds, windowDays } = bundle.revisions;
  return [
    { when: 'Today', what: 'You fill in one brief for everything and pay.' },
    {
      when: 'Next business day',
      what: 'We start. If we have a question, the delivery clock pauses until you reply.',
    },
    {
      when: `Within ${soonest(bundle)}`,
      what: 'Everything arrives together and in one voice. Express takes half the business days, rounded up.',
    },
    {
      when: `For ${windowDays} days after delivery`,
      what: `Review your copy and request changes. ${rounds} revision rounds per item are included.`,
    },
  ];
}

export function loader({ url }: { url: URL }) {
  const product = productAt(url.pathname);
  if (product.kind !== 'bundle') throw new Error(`No bundle is at ${url.pathname}`);
  const { unit, items, separateCents, savingCents, savingPercent, fromCents } = product;
  const parts = items.map(({ label, separateCents: cents, orderType }) => ({
    label,
    price: formatPrice(cents),
    service: productOf(orderType),
  }));
  return {
    title: product.title,
    promise: product.promise,
    forWhom: product.forWhom,
    path: product.route,
    orderRoute: product.orderRoute,
    price: formatPrice(fromCents),
    soonest: soonest(product),
    receipt: {
      parts: parts.map(({ label, price }) => ({ label, price })),
      separate: formatPrice(separateCents),
      price: formatPrice(fromCents),
      saving: formatPrice(savingCents),
      percent: savingPercent,
    },
    services: [...new Map(parts.map(({ service }) => [service.route, service])).values()].map((service) => ({
      title: service.title,
      route: service.route,
      promise: service.promise,
    })),
    timeline: timelineOf(product),
    options: shownOptions(product.options, unit.one, product.express),
    terms: [policies.clock, policies.late, policies.guarantee],
    others: bundles
      .filter((other) => other !== product)
      .map((other) => ({
        title: other.title,
        route: other.route,
        fact: `${formatPrice(other.fromCents)}, ${businessDays(other.delivery.baseDays['standard'] ?? 0)}`,
      })),
    faq: product.faq,
    seo: product.seo,
  };
}

type Data = ReturnType<typeof loader>;

export const meta = ({ loaderData }: { loaderData?: Data }) =>
  loaderData ? pageMeta({ ...loaderData.seo, isPublic: true }) : [];

export default function BundlePage() {
  const data = useLoaderData<typeof loader>();
  const order = `Order ${data.title}`;
  return (
    <>
      <ProductHero
        group={{ label: 'Bundles', to: '/#bundles' }}
        title={data.title}
        path={data.path}
        promise={data.promise}
        lead={
          <>
            <strong className="text-ink">{data.title}.</strong> For {lowerFirst(data.forWhom)}. One brief, one
            delivery date, one price.
          </>
        }
        order={order}
        orderRoute={data.orderRoute}
        price={data.price}
        soonest={data.soonest}
      >
        <Receipt {...data.receipt} />
      </ProductHero>

      <SideBySide title="From brief to finished copy">
        <ol className="flex flex-col">
          {data.timeline.map(({ when, what }, index) => (
            <li key={when} className="relative flex gap-5 pb-7 last:pb-0">
              {index < data.timeline.length - 1 && (
                <span aria-hidden className="absolute top-6 bottom-0 left-[9px] w-0.5 bg-hairline" />
              )}
              <span
                aria-hidden
                className="mt-1 size-5 flex-none rounded-full border-[3px] border-red-line bg-bg"
              />
              <p className="max-w-[34rem]">
                <strong className="block">{when}</strong>
                <span className="text-muted">{what}</span>
              </p>
            </li>
          ))}
        </ol>
      </SideBySide>

      <SideBySide title="About each item">
        <ul className="border-t border-hairline">
          {data.services.map(({ title, route, promise }) => (
            <li key={route} className="border-b border-hairline">
              <Link
                to={route}
                prefetch="intent"
                className="block rounded-control py-3.5 decoration-red-line decoration-2 underline-offset-4 [&:hover_strong]:underline"
              >
                <strong className="block">{title}</strong>
                <span className="text-muted">{promise}</span>
              </Link>
            </li>
          ))}
        </ul>
      </SideBySide>

      <Options options={data.options} />

      <SideBySide title="Our guarantees">
        <div className="flex max-w-[36rem] flex-col gap-4 text-muted">
          {data.terms.map((term) => (
            <p key={term}>{term}</p>
          ))}
        </div>
      </SideBySide>

      <ProductQuestions items={data.faq} />

      <SideBySide title="Other bundles">
        <ProductLinks links={data.others} />
      </SideBySide>

      <LastCall
        words={`${data.receipt.saving} less than buying each item separately.`}
        action={`${order} for ${data.price}`}
        to={data.orderRoute}
      />
    </>
  );
}

const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);
