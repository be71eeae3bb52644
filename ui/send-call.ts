import { orUnreachable } from './api-error.ts';

/** The parts of a call. `body` is sent as JSON, `bytes` as they are with their media type. */
export type CallParts = {
  params?: Record<string, string | number> | undefined;
  query?: Record<string, string | number> | undefined;
  body?: unknown;
  bytes?: Blob | undefined;
  signal?: AbortSignal | undefined;
};

const timeoutMs = 20_000;

/** Fills in a path's parameters and adds the query. */
function addressOf(path: string, { params = {}, query = {} }: CallParts): string {
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  const asked = new URLSearchParams(query as Record<string, string>).toString();
  return asked === '' ? filled : `${filled}?${asked}`;
}

/**
 * Sends a call of the storefront or the desk. `root`: goes before the path.
 * @throws UnreachableError without an answer within 20 seconds; after an abort by the page, the error itself
 */
export function sendCall(
  { method, path, root = '' }: { method: string; path: string; root?: string },
  parts: CallParts,
  headers: Record<string, string>,
): Promise<Response> {
  const { body, bytes, signal } = parts;
  const timeout = AbortSignal.timeout(timeoutMs);
  const answer = fetch(root + addressOf(path, parts), {
    method,
    credentials: 'include',
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? (bytes ?? null) : JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  return orUnreachable(answer, signal);
}

/**
 * Reads the JSON of a successful answer; undefined if it has none.
 * @throws like sendCall, for an answer that is cut off or isn't JSON
 */
export const readJson = (response: Response, signal: AbortSignal | undefined): Promise<unknown> =>
  response.status === 204 ? Promise.resolve() : orUnreachable(response.json(), signal);
