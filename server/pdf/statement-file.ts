import { addressLines } from '#contract/storefront/address-lines.ts';
import { monthWords } from '#contract/deadline.ts';
import type { BytesAnswer } from '#contract/endpoint.ts';
import { formatMoney } from '#contract/money.ts';
import {
  boughtByClient,
  type MonthlyStatement,
  movementAmounts,
  movementDay,
  movementDaysNote,
  statementSums,
} from '#contract/storefront/monthly-statement.ts';
import { taxWords } from '#contract/seller.ts';
import { shop } from '#contract/shop.ts';
import { openPdf } from './open-pdf.ts';
import { paperOf, writeSeller } from './receipt-file.ts';

const muted = '#54515c';

/**
 * A monthly statement as a PDF.
 * @throws ProblemReply 503 when too many documents are being drawn
 */
export async function statementFile(statement: MonthlyStatement): Promise<BytesAnswer> {
  const { month, billing, currency, movements } = statement;
  const money = (amount: number) => formatMoney(amount, currency);
  const pdf = openPdf({
    title: `Statement for ${monthWords(month)}`,
    author: shop.legalName,
    paper: paperOf(billing?.country ?? 'US'),
    at: new Date(`${month}-01`),
  });
  writeSeller(pdf);
  pdf.write('H1', `Statement for ${monthWords(month)}`, { size: 24, weight: 'bold' });
  if (billing) {
    pdf.space(14);
    for (const line of addressLines(billing)) pdf.write('P', line);
  }
  pdf.space(18);
  for (const [label, amount] of statementSums(statement)) pdf.row(label, amount, { weight: 'bold' });
  pdf.row('Tax', taxWords, { color: muted });
  const heading = (text: string) => {
    pdf.space(18);
    pdf.rule();
    pdf.space(10);
    pdf.write('H2', text, { size: 12, weight: 'bold' });
  };
  heading('Payments and balance');
  pdf.write('P', movements.length === 0 ? 'No payments in this month.' : movementDaysNote, { color: muted });
  for (const movement of movements) {
    pdf.space(6);
    pdf.write('P', movement.title);
    pdf.row(movementDay(movement.at), '', { color: muted });
    for (const [label, amount] of movementAmounts(movement, currency)) pdf.row(label, amount);
  }
  for (const { client, items, amount } of boughtByClient(statement)) {
    heading(client === '' ? 'Purchases' : `Purchases for ${client}`);
    for (const { title, number, reference, amount: price } of items)
      pdf.row(`${title}, ${number}${reference === '' ? '' : `, ${reference}`}`, money(price));
    pdf.row('Total', money(amount), { weight: 'bold' });
  }
  return { name: `statement-${month}.pdf`, content: await pdf.finish() };
}
