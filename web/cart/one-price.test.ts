import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { configurationOf, type OrderDetails } from '#contract/catalogue/order-details.ts';
import { placeOrderBody } from '#contract/storefront/orders.ts';
import { expressAvailable } from '#contract/catalogue/pricing.ts';
import { quoteOrder } from '#contract/catalogue/quote.ts';
import { exampleDetails } from '#demo/example-orders.ts';
import { slogansOrder } from '#demo/slogans-order.ts';
import { toProductFormModel } from '#contract/catalogue/product-form-model.ts';
import { quoteForm } from '#ui/order-form/quote.ts';
import { priceCart } from './priced-lines.ts';

const { products, version, rules } = builtInCatalogue;
const forms = products.map(toProductFormModel);

/** Any product with any configuration that its form accepts. */
const anyLine = fc.constantFrom(...products).chain((product) =>
  fc
    .record({
      quantity: fc.integer({ min: product.quantity.min, max: product.quantity.max }),
      variant: fc.constantFrom(...product.variants.map(({ value }) => value)),
      options: fc.record(
        Object.fromEntries(
          product.options
            .filter((option) => option.type !== 'derived')
            .map((option) => [
              option.key,
              option.type === 'choice'
                ? fc.constantFrom(...option.choices.map(({ value }) => value))
                : fc.boolean(),
            ]),
        ),
      ),
      express: fc.boolean(),
      platforms: fc.integer({ min: 1, max: 4 }),
    })
    .map(({ quantity, variant, options, express, platforms }) => {
      const example = exampleDetails(product, quantity);
      const field = product.fields.find(({ key }) => key === 'platforms');
      const choices =
        field?.type === 'multiselect' ? field.options.slice(0, Math.min(platforms, field.maxItems)) : [];
      const details: OrderDetails = {
        ...example,
        variant: product.variantDerivedFrom ? example.variant : variant,
        options,
        brief: { ...example.brief, ...(field ? { platforms: choices.map(({ value }) => value) } : {}) },
      };
      const canBeExpress = expressAvailable(product, configurationOf(product, details));
      return { product, details: { ...details, express: express && canBeExpress } };
    }),
);

test('shows the same price in order form, cart and order for any configuration', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 4 }), (chosen) => {
      const onForms = chosen.map(({ product, details }) => quoteForm(toProductFormModel(product), details)!);
      const cart = priceCart(
        chosen.map(({ product, details }, index) => ({
          id: String(index),
          orderType: product.orderType,
          details,
        })),
        { version, products: forms },
        rules.cart.maxLines,
      );
      const { orderTypes, orderDetails } = placeOrderBody(builtInCatalogue).parse({
        ...slogansOrder,
        price: cart.total,
        orderTypes: cart.priced.map(({ product }) => product.orderType),
        orderDetails: cart.priced.map(({ details }) => details),
      });
      const order = quoteOrder(
        builtInCatalogue,
        orderTypes.map((orderType, index) => ({ orderType, details: orderDetails[index]! })),
      );
      assert.deepEqual(cart.dropped, []);
      assert.deepEqual(
        onForms.map(({ canBeExpress: _, ...line }) => line),
        order.lines,
      );
      assert.deepEqual(
        cart.priced.map(({ quote }) => quote),
        order.lines,
      );
      assert.equal(cart.total, order.total);
    }),
    { numRuns: 300 },
  );
});
