import assert from 'node:assert/strict';
import type { DeskLine } from '#contract/desk/work.ts';
import { deliveryTextOf } from '#contract/work/delivery-text.ts';
import type { PlacedOrder } from '#contract/storefront/orders.ts';
import { orderOf } from '#test/server/work-at-desk.ts';
import { type ApiAnswer, apiCustomer } from './api-customer.ts';
import type { Task } from './day-hands.ts';
import type { Shop } from './shop.ts';

/** Maximum number of customers, who place several orders each on a day with many orders. */
const mostCustomers = 10;

/** Calls the shop as a customer, who logs in again when the session has expired. */
export type CallAsCustomer = <Body>(path: string, body?: unknown) => Promise<ApiAnswer<Body>>;

/** A line of the day. */
export type Line = {
  number: string;
  position: number;
  /** Undefined for an order of the demo, whose customers are inactive during the day. */
  customer: CallAsCustomer | undefined;
  hasFile: boolean;
  /** Whether a question must be asked, or was asked. */
  question: 'ask' | 'asked' | undefined;
  /** The number of changes that the customer will request, or has requested. */
  points: number;
  /** 'for another': a text written by the reviewer, which another person must review. */
  state: 'open' | 'to check' | 'for another' | 'sent' | 'delivered' | 'to revise';
  task: Task;
};
export type Lines = Map<string, Line>;
export const keyOf = ({ number, position }: Pick<Line, 'number' | 'position'>) => `${number}/${position}`;

async function openCustomer(shop: Shop) {
  const customer = apiCustomer(() => shop.url);
  await customer.register();
  await customer.logIn();
  const call: CallAsCustomer = async <Body>(path: string, body?: unknown) => {
    const headers = path === '/api/orders' && body ? { 'idempotency-key': crypto.randomUUID() } : {};
    const answer = await customer.call<Body>(path, body, headers);
    if (answer.status !== 401) return answer;
    await customer.logIn();
    return customer.call<Body>(path, body, headers);
  };
  return { pay: (placed: PlacedOrder) => customer.pay(placed), call };
}

/**
 * Places paid orders of one or two lines. Of 70 lines, 12 have files, 8 get a question, and 10 are revised with 24 changes in
 * total.
 */
export async function placeOrders(shop: Shop, orders: number): Promise<Lines> {
  const lines: Lines = new Map();
  const customers = await Promise.all(
    Array.from({ length: Math.min(orders, mostCustomers) }, () => openCustomer(shop)),
  );
  for (let order = 0; order < orders; order += 1) {
    const { call, pay } = customers[order % customers.length]!;
    const services = order % 5 === 1 || order % 5 === 3 ? ([3, 2] as const) : ([3] as const);
    const { body, status } = await call<PlacedOrder>(
      '/api/orders',
      orderOf(services.map((orderType) => ({ orderType }))),
    );
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(await pay(body), 'paid');
    for (let position = 1; position <= services.length; position += 1) {
      const index = lines.size;
      const line: Line = {
        number: body.orderNumber,
        position,
        customer: call,
        hasFile: index % 6 === 3,
        question: index % 9 === 1 ? 'ask' : undefined,
        points: index % 7 === 2 ? (index % 5 < 2 ? 3 : 2) : 0,
        state: 'open',
        task: { kind: 'line', keys: 0 },
      };
      lines.set(keyOf(line), line);
    }
  }
  return lines;
}

/** A line of the demo in its state at the start of the day. */
export const demoLine = ({ number, position, handedInAt, points }: DeskLine): Line => ({
  number,
  position,
  customer: undefined,
  hasFile: false,
  question: undefined,
  points: points.filter(({ outcome }) => outcome === null).length,
  state: handedInAt ? 'to check' : points.length > 0 ? 'to revise' : 'open',
  task: { kind: 'line', keys: 0 },
});

/** Requests changes to delivered lines as their customers. */
export async function revise(lines: Lines): Promise<void> {
  for (const line of lines.values()) {
    const { customer, number, position, points } = line;
    if (line.state !== 'sent') continue;
    if (!customer) {
      line.state = 'delivered';
      continue;
    }
    const { body: order } = await customer<{ lines: { work: { status: string } }[] }>(
      `/api/orders/${number}`,
    );
    if (order.lines[position - 1]!.work.status !== 'delivered') continue;
    line.state = 'delivered';
    if (points === 0) continue;
    const { status, body } = await customer(`/api/orders/${number}/lines/${position}/revision`, {
      points: Array.from({ length: points }, (_, point) => ({ note: `Change ${point + 1}` })),
    });
    assert.equal(status, 204, JSON.stringify(body));
    line.state = 'to revise';
  }
}

let batch = 0;
/** The complete text of a line, as a writer pastes it from another program. */
export function textFor({ sheet, brand, briefValues }: DeskLine): string {
  batch += 1;
  const include = [briefValues['mustInclude'] ?? []].flat().join(' ');
  const words = `${include} SlowBread of ${brand ?? 'Golden Crust'} is loaf number ${batch}, made of sourdough, and it comes to the door before the town is awake, still warm, at https://goldencrust.example/order`;
  const pieces = sheet.pieces.map(({ key, limits }, index) => {
    const most = limits.maxWords ?? 12;
    const least = Math.max(limits.minWords ?? 0, Math.min(most, 8));
    const said: string[] = [];
    while (said.length < least) said.push(...`${index + 1}: ${words}.`.trim().split(/\s+/));
    return { key, text: said.slice(0, most).join(' ') };
  });
  return deliveryTextOf(sheet, pieces);
}
