/** Characters that begin a formula in a spreadsheet, also in full width (OWASP, CSV injection: https://owasp.org/www-community/attacks/CSV_Injection). */
const signs = '=+\\-@＝＋－＠﹦﹢﹣﹫';
const beginning = /^[\s\p{Cf}\p{Cc}]*/u;
/**
 * Words that a spreadsheet may read as a cell: behind a semicolon, which some languages use as separator, or on a new line. There a pair of quotation
 * marks is an empty beginning of the cell.
 */
const within = new RegExp(
  `([;\\t\\r\\n])((?:(?![;\\t\\r\\n])["\\s\\p{Cf}\\p{Cc}])*)([${signs}][^;\\t\\r\\n]*)`,
  'gu',
);
const beginsWithSign = new RegExp(`^[${signs}]`, 'u');

type Guard = (words: string) => boolean;
const always: Guard = () => true;
/** A formula that could do something: one with an equals sign, or one that calls a function or a program or reads another file. */
const active: Guard = (words) =>
  /^[=＝﹦][\s\p{Cf}\p{Cc}]*[\p{L}\p{N}('"{[$.+\-@]/u.test(words) ||
  /[\p{L}\p{N}_.][(（]|\|/u.test(words) ||
  /\[[^\][]*\][^\][!]*!\$?[\p{L}_]/u.test(words);

/** The text with an apostrophe before each part that a spreadsheet would run as a formula. */
function guard(value: string, runs: Guard): string {
  const blanks = beginning.exec(value)![0];
  const words = value.slice(blanks.length);
  const isFormula = beginsWithSign.test(words) ? runs(words) : runs === always && /^[\t\r\n]/.test(blanks);
  const safe = words.replaceAll(within, (_, before: string, blank: string, part: string) => {
    // an apostrophe behind quotation marks would be the text of the cell
    const mark = runs(part) ? "'" : '';
    return blank.includes('"') ? `${before}${mark}${blank}${part}` : `${before}${blank}${mark}${part}`;
  });
  return `${isFormula ? "'" : ''}${blanks}${safe}`;
}

const cell = (value: string, runs: Guard): string => `"${guard(value, runs).replaceAll('"', '""')}"`;
/**
 * Spreadsheets read a number without quotation marks as a number, also below zero. Digits that a number would lose, such as the zeros of
 * account 0400 or the last digits of a long reference, are text.
 */
const isNumber = (value: string): boolean => /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(value);
const row = (cells: readonly string[], runs: Guard): string =>
  `${cells.map((value) => (isNumber(value) ? value : cell(value, runs))).join(',')}\r\n`;

/** Escapes a cell of a CSV file (RFC 4180), so that no spreadsheet runs it as a formula. */
export const csvCell = (value: string): string => cell(value, always);

/** Begins a CSV file: spreadsheets read it as UTF-8 because of its byte order mark. */
export const csvStart = '\uFEFF';

/** A line of a CSV file for spreadsheets. */
export const csvRow = (cells: readonly string[]): string => row(cells, always);

/** A line of a CSV file for tools that publish its texts: unchanged, except that active formulas are escaped. */
export const csvPost = (cells: readonly string[]): string => row(cells, active);
