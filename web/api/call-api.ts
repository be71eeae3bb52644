import type {
  AnswerOf,
  BodySent,
  BytesEndpointName,
  EndpointName,
  ParamsOf,
} from '#contract/storefront/endpoints.ts';
import type { Problem } from '#contract/problems.ts';
import { refusal } from '#ui/api-error.ts';
import { type CallParts, readJson, sendCall } from '#ui/send-call.ts';
import { rowOf } from './row-of.ts';

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

/** The API's root: from the build, or from the page's `<meta name="api-root">`. */
function apiRoot(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="api-root"]')?.content;
  return meta === undefined || meta === '' ? import.meta.env.API_ROOT : meta;
}

type Parts = CallParts & { idempotencyKey?: string; as?: Authorization };

/** Calls the API like callApi, but returns the successful response without reading its body. */
export async function fetchAnswer<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
): Promise<Response> {
  const { idempotencyKey, as: caller = authorization, ...parts } = input as Parts;
  const { method, path, may } = rowOf(name);
  const send = (token: string | null) =>
    sendCall({ method, path: path.slice('/api'.length), root: apiRoot() }, parts, {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    });
  const token = may === 'anyone' ? null : caller.accessToken();
  let response = await send(token);
  if (token !== null && (response.status === 401 || response.status === 403)) {
    const renewed = await caller.renew(token);
    if (renewed !== null) response = await send(renewed);
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
  name: Name,
  input: CallInput<Name>,
): Promise<AnswerOf<Name>> {
  const response = await fetchAnswer(name, input);
  return (await readJson(response, input.signal)) as AnswerOf<Name>;
}
