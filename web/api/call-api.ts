import type {
  AnswerOf,
  BodySent,
  BytesEndpointName,
  EndpointName,
  endpoints,
  ParamsOf,
} from '#contract/storefront/endpoints.ts';
import type { Problem } from '#contract/problems.ts';
import { orUnreachable, refusal } from '#ui/api-error.ts';

type Line<Name extends EndpointName> = Pick<(typeof endpoints)[Name], 'method' | 'path' | 'may'>;

// The contract's table includes every schema and the whole catalogue. The browser needs only three values per endpoint, which
// the compiler checks against the contract.
const calls = {
  login: { method: 'POST', path: '/api/Accounts/login', may: 'anyone' },
  refresh: { method: 'POST', path: '/api/Accounts/refresh', may: 'anyone' },
  logout: { method: 'POST', path: '/api/Accounts/logout', may: 'customer' },
  profile: { method: 'GET', path: '/api/Accounts/profile', may: 'customer' },
  listOrders: { method: 'GET', path: '/api/orders', may: 'customer' },
} as const satisfies { [Name in EndpointName]?: Line<Name> };

type CallName = keyof typeof calls;

/** An endpoint that only some pages use: they pass its row instead of its name, so that other pages don't load it. */
export type Call<Name extends EndpointName> = { name: Name } & Line<Name>;

export type CallInput<Name extends EndpointName> = {
  query?: Record<string, string>;
  /** The same key and body always get the same answer. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Calls with another session than this tab's. */
  as?: Authorization;
} & (ParamsOf<Name> extends undefined ? unknown : { params: ParamsOf<Name> }) &
  (BodySent<Name> extends undefined
    ? unknown
    : BodySent<Name> extends Uint8Array
      ? /** Names its media type. */ { bytes: Blob }
      : { body: BodySent<Name> });

/** How calls use the session; the session module is in a higher layer and registers itself. */
export type Authorization = {
  accessToken(): string | null;
  /** Renews the session after `refused` was rejected; the new token, or null when the session has ended. */
  renew(refused: string): Promise<string | null>;
};

let authorization: Authorization = { accessToken: () => null, renew: () => Promise.resolve(null) };

export function authorizeCallsWith(session: Authorization): void {
  authorization = session;
}

const timeoutMs = 20_000;

/** The API's root: from the build, or from the page's `<meta name="api-root">`. */
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

type Parts = CallInput<'live'> & {
  params?: Record<string, string | number>;
  body?: unknown;
  bytes?: Blob;
};

async function send(
  { method, path }: Line<EndpointName>,
  input: Parts,
  token: string | null,
): Promise<Response> {
  const { params, query, body, bytes, idempotencyKey, signal } = input;
  const timeout = AbortSignal.timeout(timeoutMs);
  const answer = fetch(address(path, params, query), {
    method,
    credentials: 'include',
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    },
    body: body === undefined ? (bytes ?? null) : JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  return orUnreachable(answer, signal);
}

/** Calls the API like callApi, but returns the successful response without reading its body. */
export async function fetchAnswer<Name extends EndpointName>(
  call: (Name & CallName) | Call<Name>,
  input: CallInput<Name>,
): Promise<Response> {
  const parts = input as Parts;
  const line = typeof call === 'string' ? calls[call] : call;
  const caller = parts.as ?? authorization;
  const token = line.may === 'anyone' ? null : caller.accessToken();
  let response = await send(line, parts, token);
  if (token !== null && (response.status === 401 || response.status === 403)) {
    const renewed = await caller.renew(token);
    if (renewed !== null) response = await send(line, parts, renewed);
  }
  if (!response.ok) {
    const problem: unknown = await response.json().catch(() => undefined);
    throw refusal(response.status, problem as Partial<Problem> | undefined);
  }
  return response;
}

/**
 * Calls an endpoint of the contract. Renews a rejected token and retries the call once.
 * @throws ApiError for every answer that is not a success, UnreachableError when there was no answer, or only a part of it.
 */
export async function callApi<Name extends Exclude<EndpointName, BytesEndpointName>>(
  call: (Name & CallName) | Call<Name>,
  input: CallInput<Name>,
): Promise<AnswerOf<Name>> {
  const response = await fetchAnswer(call, input);
  const answer: unknown =
    response.status === 204 ? undefined : await orUnreachable(response.json(), input.signal);
  return answer as AnswerOf<Name>;
}
