/** One JSON line per event; fields first, then what happened. Never secrets, tokens, codes or addresses. */
type Write = (fields: Record<string, unknown>, message: string) => void;
export type Log = { debug: Write; info: Write; warn: Write; error: Write };

const address = /[^\s@<>()[\]\\,;:"']+@[^\s@<>()[\]\\,;:"']+/gu;

/** The text without email addresses: what others say of a failure quotes them, and a log lives longer than an account. */
export const maskAddresses = (text: string): string => text.replaceAll(address, '[email]');

/** What a log may hold of an error: a database's detail quotes rows, and with them people. */
export function describeError(error: Error & { code?: string; constraint?: string }) {
  const { name, message, code, constraint, stack = '' } = error;
  return {
    type: name,
    message: maskAddresses(message),
    stack: maskAddresses(stack),
    ...(code ? { code } : {}),
    ...(constraint ? { constraint } : {}),
  };
}
