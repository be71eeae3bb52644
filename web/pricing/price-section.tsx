import { Suspense } from 'react';
import { latePart } from '#ui/late-part.tsx';
import { NeedsScript } from '#ui/needs-script.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import type { PriceModel } from './price-model.ts';

const PricePicker = latePart(async () => (await import('./price-picker.tsx')).PricePicker);

/** The link of a page's first screen to its choices. */
export const ToYourPrice = () => (
  <a href="#your-price" className="button button-quiet">
    See your price and date
  </a>
);

/**
 * Reserves the height of the choices, which load later, so that little moves. On wide screens it depends on how much there is
 * to choose: a number and extras, only variants, or neither as in bundles.
 */
function reservedHeight({ variants, quantity, options }: PriceModel['product']): string {
  if (quantity.max > 1 && options.length > 1) return 'min-h-[34rem]';
  return variants.length > 1 ? 'min-h-[34rem] lg:min-h-[25rem]' : 'min-h-[34rem] lg:min-h-[20.4rem]';
}

/** The part of a public page that prices what the visitor chooses. Loads after the page, which needs none of its scripts. */
export function PriceSection({ model, order }: { model: PriceModel; order: string }) {
  const hydrated = useHydrated();
  return (
    <section id="your-price" aria-labelledby="your-price-title" className="page scroll-mt-6 py-10 md:py-12">
      <h2 id="your-price-title">Your price and date</h2>
      <p className="mt-3 mb-8 max-w-[42rem] text-muted">
        Choose what you need. The brief {model.asked}. Your choice is saved on this device.
      </p>
      <div className={`${reservedHeight(model.product)} noscript:min-h-0`}>
        <NeedsScript />
        {hydrated && (
          <Suspense fallback={<Skeleton lines={6} label="Loading the prices" />}>
            <PricePicker {...model} order={order} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
