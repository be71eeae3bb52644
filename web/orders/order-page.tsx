import { useEffect } from 'react';
import { useLoaderData, useSearchParams } from 'react-router';
import { refreshBalance } from '#web/billing/refresh-balance.ts';
import { pageMeta } from '#web/page-meta.ts';
import { productAt } from '#web/product-at.ts';
import { useLoggedIn } from '#web/session/session-tokens.ts';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { OrderForm } from './order-form.tsx';
import { toOrderable } from './orderable.ts';

export function loader({ url }: { url: URL }) {
  const product = productAt(url.pathname);
  const isBundle = product.kind === 'bundle';
  return {
    product: toOrderable(product),
    heading: `Order ${isBundle ? product.title : product.title.toLowerCase()}`,
    lead: isBundle
      ? `${product.promise} One brief for everything: it’s saved on this device, so take your time.`
      : product.promise,
    contents: isBundle ? product.items.map(({ label }) => label) : [],
    above: isBundle ? { label: 'Bundles', to: '/#bundles' } : { label: 'Services', to: '/#services' },
  };
}

type Data = ReturnType<typeof loader>;

export const meta = ({ loaderData }: { loaderData?: Data }) =>
  loaderData ? pageMeta({ title: loaderData.heading }) : [];

export default function OrderPage() {
  const [search] = useSearchParams();
  const { product, heading, lead, contents, above } = useLoaderData<typeof loader>();
  const loggedIn = useLoggedIn();
  useEffect(() => {
    if (loggedIn) void refreshBalance();
  }, [loggedIn]);
  return (
    <div className="page pt-6 pb-8 md:pt-8">
      <Breadcrumb
        crumbs={[
          above,
          { label: product.title, to: product.route },
          { label: 'Order', to: product.orderRoute },
        ]}
      />
      <h1 className="mt-4 text-[clamp(2rem,1.4rem+2.6vw,3.25rem)]">{heading}</h1>
      <p className="mt-3 mb-10 max-w-[36rem] text-lead leading-normal text-muted">{lead}</p>
      <NeedsScript />
      {/* Another product, or another line of the cart, is another form. */}
      <OrderForm key={`${product.slug} ${search.get('edit') ?? ''}`} product={product} contents={contents} />
    </div>
  );
}
