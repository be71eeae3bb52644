import { addressLines } from '#contract/storefront/address-lines.ts';
import { formatPaperDate } from '#contract/deadline.ts';
import { formatMoney } from '#contract/money.ts';
import type { BytesAnswer } from '#contract/endpoint.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { sellerLines, taxWords } from '#contract/seller.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { shop } from '#contract/shop.ts';
import { openPdf } from './open-pdf.ts';

/** The data of a receipt. Instants in UTC, amounts in minor units. */
export type Receipt = {
  kind: 'Order' | 'Deposit';
  number: string;
  /** Pairs of a label and an instant. The payment comes last. */
  dates: [label: string, at: Date][];
  billing: Order['billing'];
  /** A summary of the purchase, when there are many sections. */
  about?: string;
  sections: { title: string; note?: string; rows: [label: string, amount: number][] }[];
  total: number;
  /** Payments by method, and refunds. Zero amounts are left out. */
  settled: [label: string, amount: number][];
  currency: string;
};

const muted = '#54515c';

/** The countries whose standard paper is Letter. */
const onLetterPaper = ['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'CR', 'GT', 'PA', 'DO', 'PR', 'VE'];

/** The usual paper size of a country. */
export const paperOf = (country: string) => (onLetterPaper.includes(country) ? 'LETTER' : 'A4');

/** Writes the head of a receipt or statement: the shop and the seller. */
export function writeSeller(pdf: ReturnType<typeof openPdf>): void {
  pdf.rule('#e3262b');
  pdf.space(16);
  pdf.write('P', shop.name, { size: 14, weight: 'bold' });
  for (const line of [shop.legalName, ...sellerLines, shop.supportEmail])
    pdf.write('P', line, { color: muted });
  pdf.space(28);
}

/**
 * A receipt as a PDF.
 * @throws ProblemReply 503 when too many documents are being drawn
 */
export async function receiptFile(receipt: Receipt): Promise<BytesAnswer> {
  const { kind, number, dates, billing, currency } = receipt;
  const money = (amount: number) => formatMoney(amount, currency);
  const pdf = openPdf({
    title: `Receipt for ${kind.toLowerCase()} ${number}`,
    author: shop.legalName,
    paper: paperOf(billing.country),
    at: dates.at(-1)![1],
  });
  writeSeller(pdf);
  pdf.write('H1', 'Receipt', { size: 24, weight: 'bold' });
  pdf.space(6);
  pdf.row(kind, number);
  for (const [label, at] of dates) pdf.row(label, formatPaperDate(at, businessCalendar));
  pdf.space(20);
  pdf.write('H2', 'Billed to', { weight: 'bold' });
  for (const line of addressLines(billing)) pdf.write('P', line);
  if (billing.reference) {
    pdf.space(10);
    pdf.write('H2', 'Your reference', { weight: 'bold' });
    pdf.write('P', billing.reference);
  }
  if (receipt.about) {
    pdf.space(18);
    pdf.write('P', receipt.about, { size: 12 });
  }
  for (const { title, note, rows } of receipt.sections) {
    pdf.space(18);
    pdf.rule();
    pdf.space(10);
    pdf.write('H2', title, { size: 12, weight: 'bold' });
    if (note) pdf.write('P', note, { color: muted });
    for (const [label, amount] of rows) pdf.row(label, money(amount));
  }
  pdf.space(18);
  pdf.rule('#17161c');
  pdf.space(10);
  pdf.row('Tax', taxWords, { color: muted });
  pdf.row('Total', money(receipt.total), { size: 13, weight: 'bold' });
  for (const [label, amount] of receipt.settled)
    if (amount > 0) pdf.row(label, money(amount), { color: muted });
  return { name: `receipt-${number}.pdf`, content: await pdf.finish() };
}
