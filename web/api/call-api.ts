import type {
  AnswerOf,
  BodySent,
  BytesEndpointName,
  EndpointName,
  endpoints,
  ParamsOf,
} from '#contract/endpoints.ts';
import type { Problem } from '#contract/problems.ts';
import { refusal, UnreachableError } from './api-error.ts';

type Line<Name extends EndpointName> = Pick<(typeof endpoints)[Name], 'method' | 'path' | 'may'>;

// The contract's table carries every schema and the whole catalogue; the browser needs three words of each line, and
// the compiler holds them against it.
const calls = {
  register: { method: 'POST', path: '/api/Accounts/register', may: 'anyone' },
  login: { method: 'POST', path: '/api/Accounts/login', may: 'anyone' },
  refresh: { method: 'POST', path: '/api/Accounts/refresh', may: 'anyone' },
  logout: { method: 'POST', path: '/api/Accounts/logout', may: 'customer' },
  profile: { method: 'GET', path: '/api/Accounts/profile', may: 'customer' },
  listOrders: { method: 'GET', path: '/api/orders', may: 'customer' },
  placeOrder: { method: 'POST', path: '/api/orders', may: 'customer' },
  showOrder: { method: 'GET', path: '/api/orders/:number', may: 'customer' },
} as const satisfies { [Name in EndpointName]?: Line<Name> };

type CallName = keyof typeof calls;

/** A line that only some pages carry: they hand it in where others name theirs. */
export type Call<Name extends EndpointName> = { name: Name } & Line<Name>;

export type CallInput<Name extends EndpointName> = {
  query?: Record<string, string>;
  /** The same key and body get the same answer, however often they are sent. */
  idempotencyKey?: string;
  signal?: AbortSignal;
} & (ParamsOf<Name> extends undefined ? unknown : { params: ParamsOf<Name> }) &
  (BodySent<Name> extends undefined ? unknown : { body: BodySent<Name> });

/** How the session takes part in calls; it lies above this folder and hands itself in. */
export type Authorization = {
  accessToken(): string | null;
  /** Renews the session after `refused` was turned away; the new token, or null when the session is over. */
  renew(refused: string): Promise<string | null>;
};

let authorization: Authorization = { accessToken: () => null, renew: () => Promise.resolve(null) };

export function authorizeCallsWith(session: Authorization): void {
  authorization = session;
}

const timeoutMs = 20_000;

/** The API's root: as built, or as the page says in `<meta name="api-root">`. */
function apiRoot(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="api-root"]')?.content;
  return meta === undefined || meta === '' ? import.meta.env.API_ROOT : meta;
}

function address(
  path: string,
  params: Record<string, string | number> = {},
  query?: Record<string, string>,
): string {
  const filled = path
    .replace(/^\/api/, apiRoot())
    .replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  return query ? `${filled}?${new URLSearchParams(query).toString()}` : filled;
}

type Parts = CallInput<'live'> & { params?: Record<string, string | number>; body?: unknown };

async function send(
  { method, path }: Line<EndpointName>,
  input: Parts,
  token: string | null,
): Promise<Response> {
  const { params, query, body, idempotencyKey, signal } = input;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(address(path, params, query), {
      method,
      credentials: 'include',
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new UnreachableError(error);
  }
}

async function json(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** What calls the API as callApi does, and answers the success before it is read. */
export async function fetchAnswer<Name extends EndpointName>(
  call: (Name & CallName) | Call<Name>,
  input: CallInput<Name>,
): Promise<Response> {
  const parts = input as Parts;
  const line = typeof call === 'string' ? calls[call] : call;
  const token = line.may === 'anyone' ? null : authorization.accessToken();
  let response = await send(line, parts, token);
  if (token !== null && (response.status === 401 || response.status === 403)) {
    const renewed = await authorization.renew(token);
    if (renewed !== null) response = await send(line, parts, renewed);
  }
  if (!response.ok) throw refusal(response.status, (await json(response)) as Partial<Problem> | undefined);
  return response;
}

/**
 * Calls the API as the contract's table says. A refused token is renewed and the call retried, once.
 * @throws ApiError for every answer that is not a success, UnreachableError where there was none.
 */
export async function callApi<Name extends Exclude<EndpointName, BytesEndpointName>>(
  call: (Name & CallName) | Call<Name>,
  input: CallInput<Name>,
): Promise<AnswerOf<Name>> {
  const response = await fetchAnswer(call, input);
  return (response.status === 204 ? undefined : await json(response)) as AnswerOf<Name>;
}
