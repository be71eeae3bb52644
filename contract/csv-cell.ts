// Spreadsheets run a cell with this beginning as a formula (OWASP, CSV injection: https://owasp.org/www-community/attacks/CSV_Injection).
const formula = /^[=+\-@\t\r]/;

/** A cell of a CSV file (RFC 4180) that no spreadsheet runs. */
export const csvCell = (value: string): string =>
  `"${(formula.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;
