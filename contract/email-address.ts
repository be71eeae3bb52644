import * as z from 'zod/mini';
import { addProblem, codePoints, text } from './text.ts';

const addressFormat =
  /^[^\s@<>()[\]\\,;:"]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,63}$/u;
/** Format characters and others that show nothing. */
const invisible = /[\p{Cf}\p{DI}]/u;
/** What comes with a pasted address: invisible characters, the scheme of a link, and a mark at its end. */
const edges = /^(?:mailto:|[\p{Cf}\p{DI}\s])+|[\p{Cf}\p{DI}\s,;.]+$/giu;
/** The dots that IDNA takes for a domain's full stop (UTS #46). */
const ideographicDot = /[\u3002\uff0e\uff61](?=[^@]*$)/gu;

const longestAddress = 254;
const isAddress = (value: string) => addressFormat.test(value) && codePoints(value) <= longestAddress;

// Browsers and Node have the same one. It converts a domain as UTS #46 says, so that no table is needed here.
declare const URL: new (url: string) => { hostname: string };

/** Whether the domain name system can have this domain: its ASCII form exists with labels of at most 63 characters, and the last one isn't a number. */
function isDomain(domain: string): boolean {
  try {
    return !/[^.]{64}|\.\d+$/.test(new URL(`https://${domain}`).hostname);
  } catch {
    return false;
  }
}

/**
 * An email address, kept as typed, without invisible characters at both ends, and with the at sign and full stops of ASCII; the server's `canonicalEmail` compares it. Its NFKC form
 * must be a valid address, too, because NFKC can turn one character into a second @ or eighteen letters.
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
