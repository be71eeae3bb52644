// A cell that begins so is run as a formula by spreadsheets (OWASP, CSV injection).
const formula = /^[=+\-@\t\r]/;

/** A cell of a CSV file (RFC 4180) that no spreadsheet runs. */
export const csvCell = (value: string): string =>
  `"${(formula.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;
