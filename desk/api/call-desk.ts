import { deskHeader, deskProblems } from '#contract/desk-endpoint.ts';
import {
  type DeskAnswerOf,
  type DeskBodyOf,
  type DeskEndpointName,
  deskEndpoints,
  type DeskParamsOf,
} from '#contract/desk-endpoints.ts';
import { messages, type Problem } from '#contract/problems.ts';
import { ApiError, UnreachableError } from '#ui/api-error.ts';

export type DeskInput<Name extends DeskEndpointName> = {
  signal?: AbortSignal;
} & (DeskParamsOf<Name> extends undefined ? unknown : { params: DeskParamsOf<Name> }) &
  (DeskBodyOf<Name> extends undefined ? unknown : { body: DeskBodyOf<Name> });

/** A refused call of the desk; `type` is one of `deskProblems` where the desk acts on it. */
export class DeskError extends ApiError {
  readonly type: string;
  constructor(status: number, { type = '', errors = {}, detail }: Partial<Problem>) {
    super(errors['']?.[0] ?? detail ?? messages.anErrorHasOccurred, status, errors);
    this.name = 'DeskError';
    this.type = type;
  }
}

export const isLoggedOut = (error: unknown): boolean =>
  error instanceof DeskError && error.type === deskProblems.loggedOut;
export const needsProof = (error: unknown): boolean =>
  error instanceof DeskError && error.type === deskProblems.proofNeeded;

const timeoutMs = 20_000;

/**
 * Calls an endpoint of the desk.
 * @throws DeskError for every answer that is not a success, UnreachableError when there was no answer
 */
export async function callDesk<Name extends DeskEndpointName>(
  name: Name,
  input: DeskInput<Name>,
): Promise<DeskAnswerOf<Name>> {
  const { method, path } = deskEndpoints[name];
  const {
    params = {},
    body,
    signal,
  } = input as {
    params?: Record<string, string>;
    body?: unknown;
    signal?: AbortSignal;
  };
  const timeout = AbortSignal.timeout(timeoutMs);
  let response: Response;
  try {
    response = await fetch(
      path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? '')),
      {
        method,
        headers: {
          Accept: 'application/json',
          ...(method === 'POST' ? { [deskHeader.name]: deskHeader.value } : {}),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      },
    );
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new UnreachableError(error);
  }
  const answer: unknown = response.status === 204 ? undefined : await response.json().catch(() => ({}));
  if (!response.ok) throw new DeskError(response.status, answer as Partial<Problem>);
  return answer as DeskAnswerOf<Name>;
}
