// Spreadsheets run a cell with this beginning as a formula (OWASP, CSV injection: https://owasp.org/www-community/attacks/CSV_Injection).
const formula = /^[=+\-@\t\r]/;

/** Escapes a cell of a CSV file (RFC 4180), so that no spreadsheet runs it as a formula. */
export const csvCell = (value: string): string =>
  `"${(formula.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** Begins a CSV file: spreadsheets read it as UTF-8 because of its byte order mark. */
export const csvStart = '\uFEFF';

/** A line of a CSV file. Spreadsheets read a number without quotation marks as a number, also below zero. */
export const csvRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/^-?\d+(?:\.\d+)?$/.test(cell) ? cell : csvCell(cell))).join(',')}\r\n`;
