import { StartError } from '#server/process/start-error.ts';

/** PostgreSQL's codes (https://www.postgresql.org/docs/current/errcodes-appendix.html): unreachable, slow, full, out of connections or read-only (25006), or a pooler lost a prepared statement (26000, 42P05). */
const databaseCodes = /^(?:08\w{3}|25006|26000|42P05|53\w{3}|55P03|57014|57P0[123]|58030)$/;
const networkCodes =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN)$/;
// the socket of a stopped server is gone, or belongs to a folder that it hasn't made yet
const socketCodes = /^(?:ENOENT|EACCES|ENOTDIR)$/;
const clientMessages =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Cannot use a pool after calling end/i;

/** Whether a retry may succeed, unlike after our own errors: the database is away, over TCP or over its socket. */
export function databaseIsAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (networkCodes.test(code) || databaseCodes.test(code) || clientMessages.test(error.message)) return true;
  if (syscall === 'connect' && socketCodes.test(code)) return true;
  // a host with several addresses fails with one error for each
  return error instanceof AggregateError && error.errors.some(databaseIsAway);
}

/** What a command prints when it fails in a way that the operator can correct; undefined when it is a defect. */
export function describeFailure(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  return databaseIsAway(error)
    ? 'The database isn’t responding. Start it or wait until it is back, then run the command again.'
    : undefined;
}
