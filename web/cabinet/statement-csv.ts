import type { BalanceEntry } from '#contract/balance.ts';
import { csvCell } from '#web/ui/csv-cell.ts';

/** Minor units as a plain number with a decimal point: a number to every spreadsheet, and no formula. */
const decimal = (amount: number) =>
  `${amount < 0 ? '-' : ''}${Math.floor(Math.abs(amount) / 100)}.${String(Math.abs(amount) % 100).padStart(2, '0')}`;

/** The statement as CSV (RFC 4180), newest first. */
export function statementCsv(entries: readonly BalanceEntry[], currency: string): string {
  const header = ['Date (UTC)', 'What', 'Order or deposit', 'Amount', 'Balance', 'Currency']
    .map(csvCell)
    .join(',');
  const rows = entries.map(({ at, title, orderNumber, depositNumber, amount, balance }) =>
    [
      csvCell(at),
      csvCell(title),
      csvCell(orderNumber ?? depositNumber ?? ''),
      decimal(amount),
      decimal(balance),
      csvCell(currency.toUpperCase()),
    ].join(','),
  );
  return `${[header, ...rows].join('\r\n')}\r\n`;
}
