import { addressLines } from '#contract/address-lines.ts';
import { formatPaperDate } from '#contract/delivery-date.ts';
import { formatMoney } from '#contract/money.ts';
import type { File, Order } from '#contract/orders.ts';
import { businessCalendar, shop } from '#contract/shop.ts';
import { notFound } from '#server/http/refusal.ts';
import { openPdf } from '#server/pdf/open-pdf.ts';
import type { OrderDeps } from './order-deps.ts';
import { showOrder } from './show-order.ts';

const day = (instant: string) => formatPaperDate(new Date(instant), businessCalendar);
const muted = '#54515c';

/** The countries that print on Letter paper. */
const onLetter = ['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'CR', 'GT', 'PA', 'DO', 'PR', 'VE'];

async function receiptPdf(order: Order, paidAt: string): Promise<Buffer> {
  const { number, billing, payment, currency } = order;
  const money = (amount: number) => formatMoney(amount, currency);
  const pdf = openPdf({
    title: `Receipt for order ${number}`,
    author: shop.legalName,
    paper: onLetter.includes(billing.country) ? 'LETTER' : 'A4',
    at: new Date(paidAt),
  });
  pdf.rule('#e3262b');
  pdf.space(16);
  pdf.write('P', shop.name, { size: 14, weight: 'bold' });
  pdf.write('P', `${shop.legalName}, ${shop.supportEmail}`, { color: muted });
  pdf.space(28);
  pdf.write('H1', 'Receipt', { size: 24, weight: 'bold' });
  pdf.space(6);
  pdf.row('Order', number);
  pdf.row('Ordered', day(order.createdAt));
  pdf.row('Paid', day(paidAt));
  pdf.space(20);
  pdf.write('H2', 'Billed to', { weight: 'bold' });
  for (const line of addressLines(billing)) pdf.write('P', line);
  for (const line of order.lines) {
    pdf.space(18);
    pdf.rule();
    pdf.space(10);
    pdf.write('H2', line.title, { size: 12, weight: 'bold' });
    for (const { label, amount } of line.parts) pdf.row(label, money(amount));
  }
  pdf.space(18);
  pdf.rule('#17161c');
  pdf.space(10);
  pdf.row('Total', money(order.amount), { size: 13, weight: 'bold' });
  if (payment.paidByCard > 0) pdf.row('Paid by card', money(payment.paidByCard), { color: muted });
  if (payment.paidFromBalance > 0)
    pdf.row('Paid from the balance', money(payment.paidFromBalance), { color: muted });
  if (payment.refunded > 0) pdf.row('Refunded', money(payment.refunded), { color: muted });
  return pdf.finish();
}

/** The receipt of a paid order as a PDF. @throws ProblemReply 404 for an order that is not theirs, or was never paid. */
export async function showReceipt(
  deps: Pick<OrderDeps, 'db' | 'publicUrl'>,
  customerId: bigint,
  number: string,
): Promise<File> {
  const order = await showOrder(deps, customerId, number);
  if (order.payment.paidAt === null) throw notFound('This order has no receipt because it wasn’t paid.');
  const pdf = await receiptPdf(order, order.payment.paidAt);
  return {
    name: `receipt-${order.number}.pdf`,
    mediaType: 'application/pdf',
    content: pdf.toString('base64'),
  };
}
