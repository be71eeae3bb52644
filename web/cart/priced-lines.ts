import { configurationOf, type OrderDetails, orderDetailsSchema } from '#contract/catalogue/order-details.ts';
import { memoizeByKey } from '#contract/memoize-by-key.ts';
import { expressAvailable } from '#contract/catalogue/pricing.ts';
import { type QuoteLine, quoteOrder } from '#contract/catalogue/quote.ts';
import { lineNameParts, type NamedText } from '#contract/storefront/line-name.ts';
import type { CartLine } from '#web/stored-orders/cart-store.ts';
import { type DeviceFile, readableFiles, takesFiles } from '#web/stored-orders/line-files.ts';
import type { ProductFormModel } from '#contract/catalogue/product-form-model.ts';
import { parsed } from '#ui/parse-form.ts';

export type PricedLine = {
  id: string;
  product: ProductFormModel;
  details: OrderDetails;
  files: readonly DeviceFile[];
  quote: QuoteLine;
  /** The name that the order's pages will show. */
  name: NamedText;
};

const schemaOf = memoizeByKey((product: ProductFormModel) => orderDetailsSchema(product));

/** A line with another quantity; undefined when the product or the brief does not allow it. */
export function withQuantity(
  { product, details }: Pick<PricedLine, 'product' | 'details'>,
  quantity: number,
): OrderDetails | undefined {
  const next = { ...details, quantity };
  const express = next.express && expressAvailable(product, configurationOf(product, next));
  return parsed(schemaOf(product), { ...next, express });
}

/** Orderable lines at today's prices, and the ids of the others. */
export function priceCart(
  lines: readonly CartLine[],
  catalogue: { version: number; products: readonly ProductFormModel[] },
  maxLines: number,
) {
  const kept: Omit<PricedLine, 'quote' | 'name'>[] = [];
  const dropped: string[] = [];
  for (const { id, orderType, details: stored, files: chosen } of lines) {
    const product = catalogue.products.find((candidate) => candidate.orderType === orderType);
    const details = product && parsed(schemaOf(product), stored);
    if (product && details && kept.length < maxLines) {
      const files = takesFiles(product) ? readableFiles(chosen) : [];
      kept.push({ id, product, details, files });
    } else dropped.push(id);
  }
  const quote = quoteOrder(
    catalogue,
    kept.map(({ product: { orderType }, details }) => ({ orderType, details })),
  );
  const named = kept.map(({ details }, index) => ({
    title: quote.lines[index]!.title,
    position: index + 1,
    details,
  }));
  const priced = kept.map((line, index): PricedLine => ({
    ...line,
    quote: quote.lines[index]!,
    name: lineNameParts(named[index]!, named),
  }));
  return { priced, dropped, total: quote.total };
}
