import type { BalanceEntry } from '#contract/storefront/statement.ts';
import { decimalAmount } from '#contract/money.ts';
import { csvCell } from '#contract/csv-cell.ts';

/** The statement as CSV (RFC 4180), newest first. */
export function statementCsv(entries: readonly BalanceEntry[], currency: string): string {
  const header = ['Date (UTC)', 'Description', 'Order or deposit', 'Amount', 'Balance', 'Currency']
    .map(csvCell)
    .join(',');
  const rows = entries.map(({ at, title, orderNumber, depositNumber, amount, balance }) =>
    [
      csvCell(at),
      csvCell(title),
      csvCell(orderNumber ?? depositNumber ?? ''),
      decimalAmount(amount, currency),
      decimalAmount(balance, currency),
      csvCell(currency.toUpperCase()),
    ].join(','),
  );
  return `${[header, ...rows].join('\r\n')}\r\n`;
}
