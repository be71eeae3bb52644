/** The address of clamd. */
export type ScannerAddress = { kind: 'tcp'; host: string; port: number } | { kind: 'unix'; path: string };

const problem = { problem: 'must be an address like tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl' };
/** clamd's default port. */
const defaultPort = 3310;

/** Parses the setting CLAMD_URL. */
export function scannerAddress(typed: string): ScannerAddress | { problem: string } {
  const [, path] = /^unix:(?:\/\/)?(\/(?!\/)[^?#]+)$/.exec(typed) ?? [];
  if (path !== undefined) return { kind: 'unix', path };
  if (!typed.startsWith('tcp://') || !URL.canParse(typed)) return problem;
  const { hostname, port, username, password, pathname, search, hash } = new URL(typed);
  if (hostname === '' || port === '0' || username || password || pathname.length > 1 || search || hash)
    return problem;
  return {
    kind: 'tcp',
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? defaultPort : Number(port),
  };
}
