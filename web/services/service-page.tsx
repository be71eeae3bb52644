import { Check, Minus } from 'lucide';
import { Suspense } from 'react';
import { latePart } from '#ui/late-part.tsx';
import { useLoaderData } from 'react-router';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { formatPrice } from '#contract/money.ts';
import { shop } from '#contract/shop.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { productAt } from '#web/products/product-at.ts';
import { businessDays, soonest } from '#web/products/product-labels.ts';
import { NeedsScript } from '#ui/needs-script.tsx';
import { orderAction } from '#web/products/order-action.ts';
import {
  LastCall,
  Options,
  ProductHero,
  ProductLinks,
  ProductQuestions,
  SideBySide,
} from '#web/products/product-sections.tsx';
import { shownOptions } from '#web/products/shown-options.ts';
import { Sample } from '#web/products/samples.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { toPriceModel } from '#web/pricing/price-model.ts';
import { PriceSection, ToYourPrice } from '#web/pricing/price-section.tsx';
import { PriceTable, priceTable } from './price-table.tsx';
import { Icon } from '#ui/icon.tsx';

export function loader({ url }: { url: URL }) {
  const { bundles, policies } = builtInCatalogue;
  const product = productAt(url.pathname);
  if (product.kind !== 'service') throw new Error(`No service is at ${url.pathname}`);
  const { unit, delivery } = product;
  return {
    name: product.name,
    title: product.title,
    promise: product.promise,
    summary: product.summary,
    included: product.included,
    notIncluded: product.notIncluded,
    from: formatPrice(product.fromCents),
    smallest: product.quantity.min > 1 ? `Minimum order: ${product.quantity.min} ${unit.many}.` : '',
    soonest: soonest(product),
    order: orderAction(product),
    orderRoute: product.orderRoute,
    slug: product.slug,
    path: product.route,
    table: priceTable(product),
    model: toPriceModel(product),
    options: shownOptions(product),
    extraTime: delivery.daysPerExtraUnit
      ? `Each additional ${unit.one} adds ${businessDays(delivery.daysPerExtraUnit)}.`
      : delivery.unitsPerExtraDay
        ? `The times in the price list are for up to ${delivery.includedUnits} ${unit.many}. Every ${delivery.unitsPerExtraDay} additional ${unit.many} add one business day.`
        : '',
    time:
      product.fulfilment === 'human'
        ? `From ${soonest(product)}. You’ll see the exact date before you pay.`
        : 'Ready in about a minute. If you add work by our team, you’ll see its delivery date before you pay.',
    closing:
      product.fulfilment === 'human'
        ? 'Your price and delivery date, before you pay.'
        : 'Ready about a minute after you pay.',
    terms: product.fulfilment === 'human' ? [policies.clock, policies.late] : [],
    guarantee: product.fulfilment === 'human' ? policies.guarantee : undefined,
    inBundles: bundles
      .filter(({ items }) => items.some(({ orderType }) => orderType === product.orderType))
      .map(({ title, route, savingPercent }) => ({ title, route, fact: `Save ${savingPercent}%` })),
    fewestWords: Math.max(0, ...product.fields.map((field) => ('minWords' in field && field.minWords) || 0)),
    languages: product.fields.flatMap((field) =>
      field.key === 'language' && 'options' in field ? field.options : [],
    ),
    faq: product.faq,
    seo: product.seo,
  };
}

type Data = ReturnType<typeof loader>;

export const meta = ({ loaderData }: { loaderData?: Data }) =>
  loaderData ? pageMeta({ ...loaderData.seo, isPublic: true }) : [];

// Only two services have a free preview.
const AnalysisPreview = latePart(async () => (await import('./free-preview.tsx')).AnalysisPreview);
const HashtagPreview = latePart(async () => (await import('./free-preview.tsx')).HashtagPreview);
const kept =
  'No account needed. Our servers don’t keep what you enter here. If you go on to order, your browser saves it as a draft.';
const previews: Record<string, { Form: typeof AnalysisPreview; lead: string; space: string }> = {
  ContentQualityAnalyzer: {
    Form: AnalysisPreview,
    lead: `See your score and up to three of the issues we find, each of a different kind. ${kept}`,
    space: 'min-h-[21rem] max-sm:min-h-[26rem]',
  },
  HashtagOptimization: {
    Form: HashtagPreview,
    lead: `See up to eight hashtags for your topic, and why each one fits. ${kept}`,
    space: 'min-h-[13rem] max-sm:min-h-[14rem]',
  },
};

function Preview({
  name,
  ...order
}: {
  name: string;
  slug: string;
  orderRoute: string;
  fewestWords: number;
  languages: Data['languages'];
}) {
  const preview = previews[name];
  const hydrated = useHydrated();
  if (!preview) return null;
  const { Form, lead, space } = preview;
  return (
    <SideBySide title="Try it free" id="preview" lead={lead}>
      {/* Reserves the height of the form, which loads later, so that nothing moves. */}
      <div className={space}>
        <NeedsScript />
        {hydrated && (
          <Suspense fallback={<Skeleton lines={4} label="Loading the preview" />}>
            <Form {...order} />
          </Suspense>
        )}
      </div>
    </SideBySide>
  );
}

export default function ServicePage() {
  const data = useLoaderData<typeof loader>();
  const { order } = data;
  return (
    <>
      <ProductHero
        group={{ label: 'Services', to: '/#services' }}
        title={data.title}
        path={data.path}
        promise={data.promise}
        lead={data.summary}
        order={order}
        orderRoute={data.orderRoute}
        price={`from ${data.from}`}
        soonest={data.soonest}
        guarantee={data.guarantee}
        more={
          data.name in previews ? (
            <a href="#preview" className="button button-quiet">
              Try it free
            </a>
          ) : (
            <ToYourPrice />
          )
        }
      >
        <Sample of={data.name} />
      </ProductHero>

      <Preview
        name={data.name}
        slug={data.slug}
        orderRoute={data.orderRoute}
        fewestWords={data.fewestWords}
        languages={data.languages}
      />

      <div className="page grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 py-10 md:grid-cols-2 md:py-12">
        <InOut title="Included" items={data.included} isIn />
        <InOut title="Not included" items={data.notIncluded} isIn={false} />
      </div>

      <section aria-labelledby="prices" className="page py-10 md:py-12">
        <h2 id="prices">Prices</h2>
        <p className="mt-3 max-w-[42rem] text-muted">
          Final prices in {shop.currency.name}. No fees at checkout. {data.table.note} {data.smallest}{' '}
          {data.terms.length === 0 && data.time}
        </p>
        <PriceTable table={data.table} />
      </section>

      <PriceSection model={data.model} order={data.order} />

      <Options options={data.options} />

      {data.terms.length > 0 && (
        <SideBySide title="How long it takes">
          <div className="flex max-w-[36rem] flex-col gap-4 text-muted">
            <p>
              {data.time} {data.extraTime}
            </p>
            {data.terms.map((term) => (
              <p key={term}>{term}</p>
            ))}
          </div>
        </SideBySide>
      )}

      <SideBySide title="Save with a bundle">
        <ProductLinks links={data.inBundles} />
      </SideBySide>

      <ProductQuestions items={data.faq} />
      <LastCall words={data.closing} action={`${order}, from ${data.from}`} to={data.orderRoute} />
    </>
  );
}

function InOut({ title, items, isIn }: { title: string; items: string[]; isIn: boolean }) {
  return (
    <div>
      <h2 className="text-[1.5rem]">{title}</h2>
      <ul className="mt-4 border-t border-hairline">
        {items.map((item) => (
          <li key={item} className={`flex gap-3 border-b border-hairline py-3 ${isIn ? '' : 'text-muted'}`}>
            <Icon
              of={isIn ? Check : Minus}
              className={`mt-1 flex-none ${isIn ? 'text-success' : 'text-subtle'}`}
            />
            <span className="min-w-0">{item}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
