import { StartError } from '#server/process/start-error.ts';

/**
 * PostgreSQL's error codes (https://www.postgresql.org/docs/current/errcodes-appendix.html) for: unreachable, slow, full, out of
 * connections, read-only (25006), or a prepared statement lost by a pooler (26000, 42P05).
 */
const databaseCodes = /^(?:08\w{3}|25006|26000|42P05|53\w{3}|55P03|57014|57P0[123]|58030)$/;
const networkCodes =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN)$/;
// the socket of a stopped server is missing, or its folder doesn't exist yet
const socketCodes = /^(?:ENOENT|EACCES|ENOTDIR)$/;
const clientMessages =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Cannot use a pool after calling end/i;

/** Whether the error means that the database is unreachable, over TCP or a socket, so that a retry may succeed. */
export function databaseIsAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (networkCodes.test(code) || databaseCodes.test(code) || clientMessages.test(error.message)) return true;
  if (syscall === 'connect' && socketCodes.test(code)) return true;
  // a host with several addresses fails with one error per address
  return error instanceof AggregateError && error.errors.some(databaseIsAway);
}

/** The text to print when a command fails for a cause that the operator can correct; undefined for a defect. */
export function describeFailure(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  return databaseIsAway(error)
    ? 'The database isn’t responding. Start it or wait until it is back, then run the command again.'
    : undefined;
}
