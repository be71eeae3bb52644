import * as z from 'zod/mini';
import { bounds } from '#contract/bounds.ts';
import { text } from '#contract/text.ts';

/** The states by which a customer filters orders. */
export const orderStates = ['unpaid', 'attention', 'working', 'done', 'canceled'] as const;
export type OrderState = (typeof orderStates)[number];

/** A search of a customer's orders. An empty field doesn't restrict it. */
export const orderSearch = {
  /** Beginnings of words of the order number, the client, the billing names or the reference. */
  q: z.optional(text({ label: 'Search', max: bounds.search.max })),
  /** The order type of a product in the order. */
  service: z.optional(z.string().check(z.regex(/^\d{0,6}$/, { error: '“service” must be an order type' }))),
  /** The month of the order in the shop's time zone. */
  month: z.optional(
    z.string().check(z.regex(/^(?:20\d\d-(?:0[1-9]|1[0-2]))?$/, { error: 'Enter a month as YYYY-MM' })),
  ),
  state: z.optional(
    z.enum(['', ...orderStates], { error: `“state” must be one of ${orderStates.join(', ')}` }),
  ),
};
export type OrderSearch = { [Key in keyof typeof orderSearch]?: string | undefined };
