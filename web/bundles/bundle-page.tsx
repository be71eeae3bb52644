import type { ReactNode } from 'react';
import { Link, useLoaderData } from 'react-router';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import type { Bundle } from '#contract/catalogue/product.ts';
import { formatPrice } from '#contract/money.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { productAt } from '#web/products/product-at.ts';
import { toPriceModel } from '#web/pricing/price-model.ts';
import { PriceSection, ToYourPrice } from '#web/pricing/price-section.tsx';
import { promises } from '#web/products/promises.ts';
import { ButtonLink } from '#ui/button.tsx';
import { businessDays, soonest } from '#web/products/product-labels.ts';
import {
  LastCall,
  Options,
  ProductHero,
  ProductQuestions,
  Promises,
  SideBySide,
} from '#web/products/product-sections.tsx';
import { shownOptions } from '#web/products/shown-options.ts';
import { BundleSample, SampleBrief } from '#web/products/samples.tsx';
import { compareBundles } from './compare-bundles.ts';
import { Comparison } from './comparison.tsx';
import { Receipt } from './receipt.tsx';

/** Names the services in a bundle that are automatic: ["hashtag set", "quality report on your finished copy"]. */
const automaticParts = ({ items }: Bundle): string[] =>
  items
    .filter(({ orderType }) => builtInCatalogue.productOf(orderType).fulfilment === 'automatic')
    .filter(({ orderType }, index, all) => all.findIndex((one) => one.orderType === orderType) === index)
    .map(({ label }) => label.replace(/^\d+ /, ''));

function timelineOf(bundle: Bundle) {
  const { revisionWindowDays, revisionBusinessDays } = builtInCatalogue.policies;
  const automatic = automaticParts(bundle).map((part) => `the ${part}`);
  return [
    { when: 'Today', what: 'You fill out one brief for everything, then pay.' },
    {
      when: 'By the next business day',
      what: 'We start work. If we have a question, the delivery clock pauses until you answer.',
    },
    {
      when: `Within ${soonest(bundle)}`,
      what: `Everything arrives together${automatic.length > 0 ? `, including ${automatic.join(' and ')}` : ''}. The copy has one voice throughout.`,
    },
    {
      when: `For ${revisionWindowDays} days after delivery`,
      what: `Review your copy and request changes. ${bundle.revisions.rounds} rounds of revisions are included, and a revision takes ${businessDays(revisionBusinessDays)}.`,
    },
  ];
}

export function loader({ url }: { url: URL }) {
  const product = productAt(url.pathname);
  if (product.kind !== 'bundle') throw new Error(`No bundle is at ${url.pathname}`);
  const { items, separateCents, savingCents, savingPercent, fromCents } = product;
  const parts = items.map(({ label, separateCents: cents, orderType }) => ({
    label,
    price: formatPrice(cents),
    service: builtInCatalogue.productOf(orderType),
  }));
  return {
    title: product.title,
    promise: product.promise,
    forWhom: product.forWhom,
    path: product.route,
    orderRoute: product.orderRoute,
    price: formatPrice(fromCents),
    soonest: soonest(product),
    guarantee: builtInCatalogue.policies.guarantee,
    receipt: {
      parts: parts.map(({ label, price }) => ({ label, price })),
      separate: formatPrice(separateCents),
      price: formatPrice(fromCents),
      saving: formatPrice(savingCents),
      percent: savingPercent,
    },
    contents: [...Map.groupBy(parts, ({ service }) => service)].map(([service, inBundle]) => ({
      name: service.name,
      route: service.route,
      promise: service.promise,
      labels: inBundle.map(({ label }) => label),
    })),
    timeline: timelineOf(product),
    options: shownOptions(product),
    model: toPriceModel(product),
    promises,
    comparison: compareBundles(product),
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
        lead={`For ${lowerFirst(data.forWhom)}. One brief, one delivery date, one price.`}
        order={order}
        orderRoute={data.orderRoute}
        price={data.price}
        soonest={data.soonest}
        guarantee={data.guarantee}
        more={<ToYourPrice />}
      >
        <Receipt {...data.receipt} />
      </ProductHero>

      <Samples contents={data.contents}>
        <ButtonLink to={data.orderRoute} prefetch="intent">
          {order} for {data.price}
        </ButtonLink>
      </Samples>

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

      <PriceSection model={data.model} order={order} />

      <Options options={data.options} />

      <section aria-labelledby="compare" className="page py-10 md:py-12">
        <h2 id="compare">Compare the bundles</h2>
        <p className="mt-3 max-w-[42rem] text-muted">Savings are based on buying each item separately.</p>
        <details className="folds-on-phones mt-4">
          <summary className="link inline-flex min-h-11 items-center">
            Show all {data.comparison.rows.length} bundles
          </summary>
          <Comparison {...data.comparison} />
        </details>
      </section>

      <SideBySide title="Every order includes">
        <Promises items={data.promises} />
      </SideBySide>

      <ProductQuestions items={data.faq} />

      <LastCall
        words={`${data.receipt.saving} less than buying each item separately.`}
        action={`${order} for ${data.price}`}
        to={data.orderRoute}
      />
    </>
  );
}

type Content = Data['contents'][number];

/** A sample of each part of the bundle, all for the same bakery. */
function Samples({ contents, children }: { contents: readonly Content[]; children: ReactNode }) {
  // Two separate columns, so that nothing moves between them when the fonts arrive.
  const half = Math.ceil(contents.length / 2);
  return (
    <section aria-labelledby="samples" className="page py-10 md:py-12">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-6 lg:grid-cols-[0.8fr_1.2fr]">
        <div>
          <h2 id="samples">One brief, one voice</h2>
          <p className="mt-4 text-muted">
            One brief covers everything in this bundle. These samples also come from a single brief. We wrote
            them for a fictional bakery and adapted the same facts to each format.
          </p>
          <p className="mt-4 text-muted">
            A red line through words shows what we cut. A red underline shows what replaced it. Your copy
            arrives without these marks.
          </p>
        </div>
        <SampleBrief />
      </div>
      <div className="mt-12 grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-12 lg:grid-cols-2">
        {[contents.slice(0, half), contents.slice(half)].map((column, index) => (
          <ul key={index} className="flex flex-col gap-12">
            {column.map((content) => (
              <SampledContent key={content.route} {...content} isFirst={content === contents[0]} />
            ))}
          </ul>
        ))}
      </div>
      <div className="mt-12">{children}</div>
    </section>
  );
}

function SampledContent({ name, route, promise, labels, isFirst }: Content & { isFirst: boolean }) {
  return (
    <li>
      <h3>
        {labels.map((label) => (
          <span key={label} className="block">
            {label}
          </span>
        ))}
      </h3>
      <p className="mt-1 mb-4 text-base leading-normal text-muted">
        {promise}{' '}
        <Link to={route} prefetch="intent" className="link whitespace-nowrap text-ink">
          Details<span className="sr-only"> of {labels.join(', ')}</span>
        </Link>
      </p>
      {isFirst ? (
        <BundleSample of={name} />
      ) : (
        <details className="folds-on-phones">
          <summary className="link inline-flex min-h-11 items-center">
            Show the sample<span className="sr-only"> of {labels.join(', ')}</span>
          </summary>
          <BundleSample of={name} />
        </details>
      )}
    </li>
  );
}

const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);
