import type { FieldErrors } from '#contract/problems.ts';

/** A rejection that the caller can correct, answered with 400. `errors`: texts by field; "" is the general one. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly errors: FieldErrors;

  constructor(errors: FieldErrors) {
    super('Refused');
    this.errors = errors;
  }
}

/**
 * Any other error answer: status, text for people, headers, and texts by field if there are any. `type`: for clients that act on
 * it. `needs`: the missing permission (RFC 9457, 3.2).
 */
export class ProblemReply extends Error {
  override name = 'ProblemReply';
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly errors: FieldErrors | undefined;
  readonly type: string | undefined;
  readonly needs: string | undefined;

  constructor(
    status: number,
    detail: string,
    extra: { headers?: Record<string, string>; errors?: FieldErrors; type?: string; needs?: string } = {},
  ) {
    super(detail);
    this.status = status;
    this.headers = extra.headers ?? {};
    this.errors = extra.errors;
    this.type = extra.type;
    this.needs = extra.needs;
  }
}

/** 401: without a session, or after the account was erased. */
export const notLoggedIn = () =>
  new ProblemReply(401, 'Log in to continue.', { headers: { 'www-authenticate': 'Bearer' } });
export const notFound = (detail: string) => new ProblemReply(404, detail);
/** 503 with this text, also as the general text of `errors`, which the storefront shows. */
export const unavailable = (detail: string) =>
  new ProblemReply(503, detail, { headers: { 'retry-after': '5' }, errors: { '': [detail] } });
