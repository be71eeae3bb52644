const special = /[()<>[\]:;@\\,"]/;
const mailbox =
  /^(?:(?:"(?<quoted>(?:[^"\\]|\\["\\])*)"|(?<name>[^<"]*?))\s*<(?<inner>[^<>]*)>|(?<bare>[^<>]*))$/;
const address = /^[^\s()<>[\]:;@\\,"]+@[^\s()<>[\]:;@\\,"]+$/;

/** Parses a setting that is one email address, with or without a name (RFC 5322, 3.4: mailbox). */
export function mailboxOf(typed: string): { address: string } | { problem: string } {
  const { name = '', inner, bare } = mailbox.exec(typed.trim())?.groups ?? {};
  const read = inner ?? bare ?? '';
  if (!address.test(read))
    return {
      problem: 'must be an email address, like shop@example.com or Shop <shop@example.com>, and only one',
    };
  // a colon would begin a group, a comma another address, and a parenthesis a comment
  if (special.test(name))
    return {
      problem:
        'has a name with a special character, which would be read as several addresses. Put the name in double quotes, like "Shop: orders" <shop@example.com>',
    };
  return { address: read };
}

/** Whether no email can reach the address: its domain is reserved (RFC 2606 and 6761). */
export const isExampleAddress = (read: string): boolean =>
  /[@.](?:example\.(?:com|net|org)|example|test|invalid|localhost)\.?$/i.test(read);
