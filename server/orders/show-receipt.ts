import { formatPaperDate } from '#contract/deadline.ts';
import type { BytesAnswer } from '#contract/endpoint.ts';
import { byClient, lineName, mixedName } from '#contract/storefront/line-name.ts';
import { type Order, paidRows } from '#contract/storefront/orders.ts';
import { promisedDelivery } from '#contract/storefront/promised-delivery.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { notFound } from '#server/http/refusal.ts';
import { receiptFile } from '#server/pdf/receipt-file.ts';
import type { OrderDeps } from './order-deps.ts';
import { showOrder } from './show-order.ts';

/** The receipt of a paid order as a PDF. @throws ProblemReply 404 for another customer's or an unpaid order. */
export async function showReceipt(
  deps: Pick<OrderDeps, 'db' | 'publicUrl'>,
  customerId: bigint,
  orderNumber: string,
): Promise<BytesAnswer> {
  return orderReceiptFile(await showOrder(deps, customerId, orderNumber));
}

/** The receipt of this order as a PDF. @throws ProblemReply 404 while it isn't paid, 503 when many are being drawn. */
export async function orderReceiptFile(order: Order): Promise<BytesAnswer> {
  const { number, createdAt, billing, lines, amount, currency, payment } = order;
  if (payment.paidAt === null) throw notFound('This order has no receipt because it hasn’t been paid.');
  return receiptFile({
    kind: 'Order',
    number,
    dates: [
      ['Ordered', new Date(createdAt)],
      ['Paid', new Date(payment.paidAt)],
    ],
    billing,
    about: mixedName(lines),
    sections: byClient(lines).map((line) => ({
      title: lineName(line, lines),
      note: promisedDelivery(line),
      rows: line.parts.map((part) => [part.label, part.amount]),
    })),
    total: amount,
    settled: paidRows(payment, (instant) => formatPaperDate(new Date(instant), businessCalendar)),
    currency,
  });
}
