import * as z from 'zod/mini';
import { addProblem, codePoints, text } from './text.ts';

const addressFormat =
  /^[^\s@<>()[\]\\,;:"]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,63}$/u;
/** Format characters and other invisible ones. */
const invisible = /[\p{Cf}\p{DI}]/u;
/** What surrounds a pasted address: invisible characters, "mailto:" before it, and punctuation after it. */
const edges = /^(?:mailto:|[\p{Cf}\p{DI}\s])+|[\p{Cf}\p{DI}\s,;.]+$/giu;
/** Other scripts' full stops that count as a domain's dot (UTS #46). */
const ideographicDot = /[\u3002\uff0e\uff61](?=[^@]*$)/gu;

const longestAddress = 254;
const isAddress = (value: string) => addressFormat.test(value) && codePoints(value) <= longestAddress;

// Browsers and Node have the same URL class. It converts a domain by UTS #46, so that no table is needed here.
declare const URL: new (url: string) => { hostname: string };

/**
 * Whether DNS can have this domain: it has an ASCII form whose labels have at most 63 characters, and the last isn't a number.
 */
function isDomain(domain: string): boolean {
  try {
    return !/[^.]{64}|\.\d+$/.test(new URL(`https://${domain}`).hostname);
  } catch {
    return false;
  }
}

/**
 * The schema of an email address. It stays as typed, but without what surrounds a pasted one, and with ASCII's @ and dots; the
 * server's `canonicalEmail` compares addresses. Its NFKC form must be valid too, because NFKC can turn one character into an @
 * or 18 letters.
 */
export function emailAddress(label = 'Email address') {
  return text(
    { label, min: 1, max: longestAddress, emptyMessage: 'Enter your email address' },
    z.overwrite<string>((value) => {
      // the next lines take quadratic time; a longer text isn't an address
      if (value.length > 4 * longestAddress) return value;
      const seen = value.replaceAll(edges, '');
      return (seen.includes('@') ? seen : seen.replace('＠', '@')).replaceAll(ideographicDot, '.');
    }),
    z.check<string>((context) => {
      if (invisible.test(context.value))
        addProblem(
          context,
          [],
          'Email address contains an invisible character. Type it instead of pasting it',
        );
    }),
  ).check(
    z.check((context) => {
      const { value, issues } = context;
      if (value === '' || issues.length > 0) return;
      const [form, domain] = [value.normalize('NFKC'), value.slice(value.lastIndexOf('@') + 1)];
      if (!(isAddress(value) && isAddress(form) && isDomain(domain)))
        addProblem(context, [], 'Enter an email address in the correct format, like name@example.com');
    }),
  );
}
