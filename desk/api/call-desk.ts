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
import { ApiError } from '#ui/api-error.ts';
import { readFile } from '#ui/read-file.ts';
import type { NamedFile } from '#ui/save-file.ts';
import { type CallParts, readJson, sendCall } from '#ui/send-call.ts';

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

/** A file arrives with its media type. */
type Received<Name extends DeskEndpointName> =
  DeskAnswerOf<Name> extends BytesAnswer ? NamedFile : DeskAnswerOf<Name>;

type Parts = Pick<CallParts, 'params' | 'query' | 'body' | 'signal'>;

/**
 * Calls an endpoint of the desk.
 * @throws DeskError for every answer that is not a success, UnreachableError when there was no answer, or only a part of it
 */
export async function callDesk<Name extends DeskEndpointName>(
  name: Name,
  input: DeskInput<Name>,
): Promise<Received<Name>> {
  const row: DeskEndpoint = deskEndpoints[name];
  const { body, ...parts } = input as Parts;
  const type = bytesOf(row.body);
  const content = type ? { bytes: new Blob([body as Uint8Array<ArrayBuffer>], { type }) } : { body };
  const response = await sendCall(
    row,
    { ...parts, ...content },
    row.method === 'POST' ? { [deskHeader.name]: deskHeader.value } : {},
  );
  if (!response.ok) {
    const problem: unknown = await response.json().catch(() => ({}));
    const error = new DeskError(response.status, problem as Partial<Problem>);
    if (isLoggedOut(error)) onLoggedOut();
    throw error;
  }
  const read = row.answer && 'bytes' in row.answer ? readFile : readJson;
  return (await read(response, parts.signal)) as Received<Name>;
}
