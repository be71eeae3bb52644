/** Maximum length of a code. NFKC takes quadratic time for the marks of a longer text. */
const longest = 200;

const dashes = /[\p{Pd}\u2212\u2043\u02d7\u30fc\u2500]/gu;

/** The ASCII form of any script's decimal digit. A script's ten digits have consecutive codes, the first ending in hex 0 or 6. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  const [row, place] = [code & ~15, code & 15];
  return String(place - (/\p{Nd}/u.test(String.fromCodePoint(row)) ? 0 : 6));
}

/** A typed or pasted text in NFKC, with ASCII digits, one kind of dash and space, and nothing invisible. "" for a long text. */
export const plainForm = (typed: string): string =>
  typed.length > longest
    ? ''
    : typed
        .normalize('NFKC')
        .replaceAll(/\p{Nd}/gu, asciiDigit)
        .replaceAll(dashes, '-')
        .replaceAll(/[\p{Z}\s]+/gu, ' ')
        .replaceAll(/[\p{Cf}\p{DI}]/gu, '')
        .trim();

/** The letters and digits of a typed or pasted code, in capitals. */
export const lettersAndDigits = (typed: string): string =>
  plainForm(typed)
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** A code in Crockford's base32 as typed: O counts as 0, I and L as 1. */
export const readCode = (typed: string): string =>
  lettersAndDigits(typed).replaceAll('O', '0').replaceAll(/[IL]/g, '1');
