import assert from 'node:assert/strict';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import type { DeskLine } from '#contract/desk/work.ts';
import type { OrderType } from '#contract/catalogue/product.ts';
import { quoteOrder } from '#contract/catalogue/quote.ts';
import type { Problem } from '#contract/problems.ts';
import { exampleDetails } from '#demo/example-orders.ts';
import { slogansOrder } from '#demo/slogans-order.ts';
import type { TestDesk } from './open-test-desk.ts';

/** A logged-in member of staff. */
type Caller = { cookie: string };

/** An ordered item. `brand`: the brand in its brief, instead of the example's. */
export type Item = { orderType: OrderType; express?: boolean; brand?: string };

/** The body of an order with the smallest quantity of each of these services. */
export function orderOf(items: readonly Item[]) {
  const cart = items.map(({ orderType, express = false, brand }) => {
    const product = builtInCatalogue.products.find((one) => one.orderType === orderType)!;
    const details = { ...exampleDetails(product), express };
    if (brand !== undefined) details.brief = { ...details.brief, brandName: brand };
    return { orderType, details };
  });
  return {
    ...slogansOrder,
    price: quoteOrder(builtInCatalogue, cart).total,
    orderTypes: cart.map(({ orderType }) => orderType),
    orderDetails: cart.map(({ details }) => details),
  };
}

let batch = 0;

/** Texts for all pieces of a work sheet, unique in this process, which runs several test files. */
export function uniqueTexts({ sheet }: Pick<DeskLine, 'sheet'>): { key: string; text: string }[] {
  batch += 1;
  return sheet.pieces.map(({ key }, index) => ({
    key,
    text: `Rye and Co bakes number ${index} of batch ${batch} before the town wakes up`,
  }));
}

/** Calls for work at a desk, as its screens make them. */
export function workAt(desk: TestDesk) {
  async function done<Body>(
    method: 'GET' | 'POST',
    { cookie }: Caller,
    path: string,
    body?: object,
  ): Promise<Body> {
    const answer = await desk.call<Body>(method, path, { cookie, ...(body ? { body } : {}) });
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  const work = {
    /** Makes a call that must succeed. */
    get: <Body>(person: Caller, path: string) => done<Body>('GET', person, path),
    done: <Body = unknown>(person: Caller, path: string, body?: object) =>
      done<Body>('POST', person, path, body),
    /** Makes a call that may be rejected. */
    post: <Body = Problem>({ cookie }: Caller, path: string, body?: object) =>
      desk.call<Body>('POST', path, { cookie, ...(body ? { body } : {}) }),
    line: (person: Caller, path: string) => work.get<DeskLine>(person, path),

    /** Places and pays an order, by default of slogans. `path`: the path of its first line. */
    async order(headers: Record<string, string>, items?: readonly Item[]) {
      const body = items ? orderOf(items) : slogansOrder;
      // deposits are whole dollars
      await desk.shop.addFunds(headers, Math.ceil(body.price / 100) * 100);
      const { orderNumber: number, token } = await desk.shop.placeOrder(headers, body);
      await desk.shop.pay(token, 'balance', headers);
      return { number, path: `lines/${number}/1` };
    },
    textsFor: uniqueTexts,
    /** Saves a text for each piece; returns the revision. */
    async write(person: Caller, path: string, message = ''): Promise<number> {
      const line = await work.line(person, path);
      const { revision } = await work.done<{ revision: number }>(person, `${path}/draft`, {
        pieces: work.textsFor(line),
        message,
        basedOn: line.draft?.revision ?? 0,
      });
      return revision;
    },
  };
  return work;
}
