/**
 * Characters that begin a formula in a spreadsheet, also full-width ones
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const signs = '=+\\-@＝＋－＠﹦﹢﹣﹫';
const beginning = /^[\s\p{Cf}\p{Cc}]*/u;
/**
 * A formula inside a cell that a spreadsheet may read as a cell of its own: after a semicolon, which is the separator in some
 * languages, or on a new line. Quotation marks and blanks can precede it.
 */
const within = new RegExp(
  `([;\\t\\r\\n])((?:(?![;\\t\\r\\n])["\\s\\p{Cf}\\p{Cc}])*)([${signs}][^;\\t\\r\\n]*)`,
  'gu',
);
const beginsWithSign = new RegExp(`^[${signs}]`, 'u');

type Guard = (words: string) => boolean;
const always: Guard = () => true;
/** Whether a formula has an effect: it has an equals sign, calls a function or a program, or reads another file. */
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
    // after quotation marks, an apostrophe would be part of the cell's text
    const mark = runs(part) ? "'" : '';
    return blank.includes('"') ? `${before}${mark}${blank}${part}` : `${before}${blank}${mark}${part}`;
  });
  return `${isFormula ? "'" : ''}${blanks}${safe}`;
}

const cell = (value: string, runs: Guard): string => `"${guard(value, runs).replaceAll('"', '""')}"`;
/**
 * Whether a value can be written without quotation marks, as a number. Not when a number would lose digits, such as the first of
 * account 0400 or the last of a long reference.
 */
const isNumber = (value: string): boolean => /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(value);
const row = (cells: readonly string[], runs: Guard): string =>
  `${cells.map((value) => (isNumber(value) ? value : cell(value, runs))).join(',')}\r\n`;

/** A cell of a CSV file (RFC 4180), always in quotation marks, escaped so that no spreadsheet runs it as a formula. */
export const csvCell = (value: string): string => cell(value, always);

/** Begins a CSV file: spreadsheets read it as UTF-8 because of its byte order mark. */
export const csvStart = '\uFEFF';

/** A line of a CSV file for spreadsheets. */
export const csvRow = (cells: readonly string[]): string => row(cells, always);

/** A line of a CSV file for tools that publish its texts: only formulas with an effect are escaped. */
export const csvPost = (cells: readonly string[]): string => row(cells, active);
