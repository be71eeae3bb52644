/** Writes one JSON line per event: fields first, then the message. Never log secrets, tokens, codes or email addresses. */
type Write = (fields: Record<string, unknown>, message: string) => void;
export type Log = { debug: Write; info: Write; warn: Write; error: Write };

const address = /[^\s@<>()[\]\\,;:"']+@[^\s@<>()[\]\\,;:"']+/gu;

/** Masks email addresses, because error texts of other systems quote them, and a log outlives an account. */
export const maskAddresses = (text: string): string => text.replaceAll(address, '[email]');

/** The loggable parts of an error. Not a database's detail, which quotes rows with personal data. */
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
