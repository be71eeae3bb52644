import { type OrderDetails, orderDetailsSchema } from '#contract/order-details.ts';
import type { CartLine } from '#web/ordering/cart-store.ts';
import type { ProductFormModel } from '#web/ordering/product-form-model.ts';
import { quote, type Quote } from '#web/ordering/quote.ts';
import { parsed } from '#ui/parse-form.ts';

export type PricedLine = { id: string; product: ProductFormModel; details: OrderDetails; quote: Quote };

const schemas = new WeakMap<ProductFormModel, ReturnType<typeof orderDetailsSchema>>();

function schemaOf(product: ProductFormModel) {
  let schema = schemas.get(product);
  if (!schema) {
    schema = orderDetailsSchema(product);
    schemas.set(product, schema);
  }
  return schema;
}

/** A line with another quantity; undefined where the product or the brief does not allow it. */
export function withQuantity(
  { product, details }: Pick<PricedLine, 'product' | 'details'>,
  quantity: number,
): OrderDetails | undefined {
  const next = { ...details, quantity };
  const quoted = quote(product, next);
  return quoted && parsed(schemaOf(product), { ...next, express: next.express && quoted.canBeExpress });
}

/** Lines as they can be ordered today, at today's prices; the others by id. */
export function priceCart(
  lines: readonly CartLine[],
  products: readonly ProductFormModel[],
  maxLines: number,
) {
  const priced: PricedLine[] = [];
  const dropped: string[] = [];
  for (const { id, orderType, details: stored } of lines) {
    const product = products.find((candidate) => candidate.orderType === orderType);
    const details = product && parsed(schemaOf(product), stored);
    const quoted = product && details && quote(product, details);
    if (product && details && quoted && priced.length < maxLines)
      priced.push({ id, product, details, quote: quoted });
    else dropped.push(id);
  }
  return { priced, dropped, total: priced.reduce((sum, line) => sum + line.quote.price.total, 0) };
}
