import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type FieldErrors, messages, type Problem } from '#contract/problems.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { databaseIsAway } from '#server/database/database-is-away.ts';
import { notLoggedIn, ProblemReply, Refusal, unavailable } from './refusal.ts';
import { securityHeaders } from './security-headers.ts';

type Extra = { type?: string | undefined; needs?: string | undefined };

function problem(
  status: number,
  detail?: string,
  errors?: FieldErrors,
  { type = 'about:blank', needs }: Extra = {},
): Problem {
  return {
    type,
    title: errors && status === 400 ? messages.validationFailed : (STATUS_CODES[status] ?? 'Error'),
    status,
    ...(detail ? { detail } : {}),
    ...(errors ? { errors } : {}),
    ...(needs ? { needs } : {}),
  };
}

const problemType = 'application/problem+json; charset=utf-8';

/** Sends an error answer (RFC 9457). `detail`: text for people. `errors`: texts by field. */
export function sendProblem(
  reply: FastifyReply,
  status: number,
  detail?: string,
  errors?: FieldErrors,
  extra?: Extra,
) {
  return reply
    .code(status)
    .type(problemType)
    .send(JSON.stringify(problem(status, detail, errors, extra)));
}

// Our texts for Fastify's own rejections, because Fastify's messages can quote the input.
const frameworkRefusals: Record<string, [status: number, detail: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The request body is too large.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'The request body is empty. Send JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'The request body isn’t valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The length of the request body doesn’t match Content-Length.'],
  FST_ERR_BAD_URL: [400, 'The request URL isn’t valid.'],
};

/** The database's refusal of a row of an erased customer (migration 0107). */
const customerErased = 'ER001';

function replyToError(
  error: Error & { code?: string; statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error instanceof Refusal) return sendProblem(reply, 400, undefined, error.errors);
  if (error instanceof ProblemReply)
    return sendProblem(reply.headers(error.headers), error.status, error.message, error.errors, error);
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const { takes = 'application/json' } = request.routeOptions.config as { takes?: string };
    return sendProblem(reply, 415, `Send the request body with the content type ${takes}.`);
  }
  if (error.code === customerErased)
    return replyToError(
      request.url.startsWith('/api/desk/')
        ? new ProblemReply(409, 'This customer’s data was erased.')
        : notLoggedIn(),
      request,
      reply,
    );
  const known = frameworkRefusals[error.code ?? ''];
  if (known) {
    const [status, detail] = known;
    return sendProblem(reply, status, detail, status === 400 ? { '': [detail] } : undefined);
  }
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return sendProblem(reply, error.statusCode);
  request.log.error({ err: error }, 'request failed');
  if (databaseIsAway(error))
    return replyToError(
      unavailable('The shop is temporarily unavailable. Try again in a moment.'),
      request,
      reply,
    );
  return sendProblem(reply, 500, messages.unexpectedServerError);
}

/** Converts every error into an answer of type problem+json without internals. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler(replyToError);
}

const socketRefusals: Record<string, [status: number, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The request headers are too large.'],
};

/**
 * Answers errors outside routes and hooks in the same form: paths that can't be decoded and invalid HTTP. The answer repeats
 * nothing of the input.
 */
export function answerBrokenRequests(secure: boolean) {
  const headers = { ...securityHeaders(secure), 'cache-control': 'no-store' };
  return {
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      replyToError(error, request, reply.headers(headers).header('x-request-id', request.id)),

    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) => {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      const [status, detail] = socketRefusals[error.code ?? ''] ?? [400, 'The request isn’t valid HTTP.'];
      const body = JSON.stringify(problem(status, detail));
      const lines = {
        ...headers,
        'content-type': problemType,
        'content-length': String(Buffer.byteLength(body)),
        connection: 'close',
      };
      const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
      if (socket.writable)
        socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
      socket.destroySoon();
    },
  };
}
