import { type DeskEndpoint, deskHeader, deskProblems } from '#contract/desk/endpoint.ts';
import {
  type DeskAnswerOf,
  type DeskBodyOf,
  type DeskEndpointName,
  deskEndpoints,
  type DeskParamsOf,
  type DeskQueryOf,
} from '#contract/desk/endpoints.ts';
import { type BytesAnswer, bytesOf } from '#contract/endpoint.ts';
import { messages, type Problem } from '#contract/problems.ts';
import { ApiError, orUnreachable } from '#ui/api-error.ts';

export type DeskInput<Name extends DeskEndpointName> = {
  signal?: AbortSignal;
} & (DeskParamsOf<Name> extends undefined ? unknown : { params: DeskParamsOf<Name> }) &
  (DeskBodyOf<Name> extends undefined ? unknown : { body: DeskBodyOf<Name> }) &
  (DeskQueryOf<Name> extends undefined ? unknown : { query: DeskQueryOf<Name> });

/** A rejected call of the desk; `type` is one of `deskProblems` where the desk reacts to it. */
export class DeskError extends ApiError {
  readonly type: string;
  constructor(status: number, { type = '', errors = {}, detail }: Partial<Problem>) {
    super(errors['']?.[0] ?? detail ?? messages.anErrorHasOccurred, status, errors);
    this.name = 'DeskError';
    this.type = type;
  }
}

const isLoggedOut = (error: unknown): boolean =>
  error instanceof DeskError && error.type === deskProblems.loggedOut;
export const needsProof = (error: unknown): boolean =>
  error instanceof DeskError && error.type === deskProblems.proofNeeded;

let onLoggedOut = (): void => {};
/** Calls `react` whenever an answer says that the session has ended. */
export function watchLoggedOut(react: () => void): void {
  onLoggedOut = react;
}

const timeoutMs = 20_000;

function addressOf(
  path: string,
  params: Record<string, string>,
  query: Record<string, string | number> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  return asked.size > 0 ? `${filled}?${asked.toString()}` : filled;
}

async function readFile(response: Response): Promise<BytesAnswer> {
  const [, name = 'file'] =
    /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name, content: new Uint8Array(await response.arrayBuffer()) };
}

/**
 * Calls an endpoint of the desk.
 * @throws DeskError for every answer that is not a success, UnreachableError when there was no answer, or only a part of it
 */
export async function callDesk<Name extends DeskEndpointName>(
  name: Name,
  input: DeskInput<Name>,
): Promise<DeskAnswerOf<Name>> {
  const { method, path, body: takes, answer: answers }: DeskEndpoint = deskEndpoints[name];
  const {
    params = {},
    query,
    body,
    signal,
  } = input as {
    params?: Record<string, string>;
    query?: Record<string, string | number>;
    body?: unknown;
    signal?: AbortSignal;
  };
  const timeout = AbortSignal.timeout(timeoutMs);
  const sent = fetch(addressOf(path, params, query), {
    method,
    headers: {
      Accept: 'application/json',
      ...(method === 'POST' ? { [deskHeader.name]: deskHeader.value } : {}),
      ...(body === undefined ? {} : { 'Content-Type': bytesOf(takes) ?? 'application/json' }),
    },
    ...(body === undefined
      ? {}
      : { body: bytesOf(takes) ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  const response = await orUnreachable(sent, signal);
  if (!response.ok) {
    const problem: unknown = await response.json().catch(() => ({}));
    const error = new DeskError(response.status, problem as Partial<Problem>);
    if (isLoggedOut(error)) onLoggedOut();
    throw error;
  }
  if (response.status === 204) return undefined as DeskAnswerOf<Name>;
  const rest: Promise<unknown> = answers && 'bytes' in answers ? readFile(response) : response.json();
  return (await orUnreachable(rest, signal)) as DeskAnswerOf<Name>;
}
