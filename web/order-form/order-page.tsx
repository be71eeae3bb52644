import { useEffect } from 'react';
import { Link, useLoaderData, useSearchParams } from 'react-router';
import { refreshBalance } from '#web/balance/refresh-balance.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { productAt } from '#web/products/product-at.ts';
import { useLoggedIn } from '#web/session/session-tokens.ts';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { NeedsScript } from '#ui/needs-script.tsx';
import { orderAction } from '#web/products/order-action.ts';
import { OrderForm } from './order-form.tsx';
import { withWords } from '#ui/order-form/field-words.ts';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { acceptedEndings } from '#contract/files/files.ts';
import { toProductFormModel } from '#contract/catalogue/product-form-model.ts';

/** Maximum number of included items in the list: more would push the summary's buttons off a low screen. */
const mostIncluded = 4;

export function loader({ url }: { url: URL }) {
  const product = productAt(url.pathname);
  const isBundle = product.kind === 'bundle';
  return {
    product: { ...toProductFormModel(product), fields: product.fields.map(withWords) },
    heading: orderAction(product),
    lead: isBundle ? 'One brief covers everything in the bundle.' : product.promise,
    contents: isBundle ? product.items.map(({ label }) => label) : product.included.slice(0, mostIncluded),
    accept: acceptedEndings('customer'),
    guarantee: product.fulfilment === 'human' ? builtInCatalogue.policies.guarantee : undefined,
    preview: product.fulfilment === 'automatic' ? `${product.route}#preview` : null,
  };
}

type Data = ReturnType<typeof loader>;

export const meta = ({ loaderData }: { loaderData?: Data }) =>
  loaderData ? pageMeta({ title: loaderData.heading }) : [];

export default function OrderPage() {
  const [search] = useSearchParams();
  const { product, heading, lead, contents, accept, guarantee, preview } = useLoaderData<typeof loader>();
  const loggedIn = useLoggedIn();
  useEffect(() => {
    if (loggedIn) void refreshBalance();
  }, [loggedIn]);
  return (
    <div className="page pt-6 pb-8 md:pt-8">
      <Breadcrumb
        crumbs={[
          { label: product.title, to: product.route },
          { label: 'Order', to: product.orderRoute },
        ]}
      />
      <h1 className="mt-4 text-[clamp(2rem,1.4rem+2.6vw,3.25rem)]">{heading}</h1>
      <div className="mt-3 mb-10 max-w-[36rem]">
        <p className="text-lead leading-normal text-muted">
          {lead}{' '}
          {preview && (
            <Link className="link whitespace-nowrap text-ink" to={preview}>
              Try it free
            </Link>
          )}
        </p>
        <details className="group mt-2 lg:hidden">
          <summary className="link inline-flex min-h-11 items-center font-semibold">What you get</summary>
          <ul className="note flex flex-col gap-1 py-1 text-base text-muted">
            {contents.map((part) => (
              <li key={part}>{part}</li>
            ))}
          </ul>
        </details>
      </div>
      <NeedsScript then="we’ll take your order. Attach your files to that email" />
      {/* The key makes a new form for each product and each edited cart line. */}
      <OrderForm
        key={`${product.slug} ${search.get('edit') ?? ''}`}
        product={product}
        contents={contents}
        accept={accept}
        guarantee={guarantee}
      />
    </div>
  );
}
