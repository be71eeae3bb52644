type Write = (fields: Record<string, unknown>, message: string) => void;

/** The methods of the server's log that the database uses. */
export interface DatabaseLog {
  info: Write;
  warn: Write;
  error: Write;
}

/** Discards all entries: for programs and tests without a log. */
export const silentLog: DatabaseLog = { info() {}, warn() {}, error() {} };
