import { isEncoded } from './is-encoded.ts';

const example = 'smtp://user:password@mail.example.com:587';
const encode = 'In the user name and the password, write / as %2F, ? as %3F, # as %23, @ as %40 and % as %25';
// the options of the mail client that follow the host, such as ?pool=true
const options = /^\/?(?:\?[a-z][\w.]*=[^&#@]*(?:&[a-z][\w.]*=[^&#@]*)*)?$/i;

/** Parses the setting SMTP_URL. `problem` repeats no part of it, because it can contain a password. */
export function smtpAddress(typed: string): { url: URL } | { problem: string } {
  const problem = { problem: `must be a URL like ${example}` };
  if (/\s/.test(typed)) return { problem: 'can’t contain spaces. Write a space in the password as %20' };
  const [, authority = '', rest = ''] = /^smtps?:\/\/([^/?#]*)(.*)$/i.exec(typed) ?? [];
  if (authority === '') return problem;
  if (!options.test(rest)) return { problem: `has text after the host and the port. ${encode}` };
  const login = authority.slice(0, Math.max(0, authority.lastIndexOf('@')));
  if (!isEncoded(login)) return { problem: `has a % that isn’t part of a code. ${encode}` };
  if (!URL.canParse(typed)) return problem;
  const url = new URL(typed);
  if (!/^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])$/i.test(url.hostname) || url.port === '0') return problem;
  if ((url.username === '') !== (url.password === ''))
    return { problem: 'needs both a user name and a password, or neither' };
  return { url };
}
