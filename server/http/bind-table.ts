import type { Readable } from 'node:stream';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { bodySchema, type BytesAnswer, bytesOf, type Endpoint } from '#contract/endpoint.ts';
import { fieldErrors } from '#contract/problems.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import { contentDisposition } from './content-disposition.ts';
import { Refusal } from './refusal.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';

/** A row of any endpoint table, without the table's own kind of permission. */
type Row = Omit<Endpoint, 'may'>;

export type EndpointBinding = {
  row: Row;
  /** Handles a validated request, whose call also has what `identify` returned. */
  handle: (call: never) => Promise<unknown>;
  /**
   * Runs before the body is read, so that rejected callers can't cause the cost of reading bodies. Returns what the call must
   * know of its caller.
   * @throws ProblemReply for a caller who may not call
   */
  identify: (request: FastifyRequest, reply: FastifyReply) => Promise<object>;
  /** Whether GET endpoints also answer HEAD, which load balancers and monitors use. */
  answersHead?: boolean;
};

function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw new Refusal(fieldErrors(parsed.error));
  return parsed.data;
}

/**
 * Maximum length of a list, above that of any list in the contract. zod can't collect the problems of hundreds of thousands of
 * items.
 */
const longestList = 1_000;

// works without recursion, because a body can be thousands of lists deep
function refuseLongLists(body: object): void {
  const rest: [value: object, path: string][] = [[body, '']];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const [value, path] = next;
    if (Array.isArray(value) && value.length > longestList)
      throw new Refusal({
        [path.slice(0, 200)]: [`A list can have up to ${longestList.toLocaleString('en-US')} items`],
      });
    for (const [key, inner] of Object.entries(value))
      if (typeof inner === 'object' && inner !== null)
        rest.push([inner as object, path === '' ? key : `${path}.${key}`.slice(0, 200)]);
  }
}

// Rejects an array or a scalar, because no field name could describe its errors.
function bodyObject(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal({ '': ['The request body must be a JSON object.'] });
  refuseLongLists(body);
  return body;
}

const keyFormat = /^[\x21-\x7e]{1,200}$/;

function idempotencyKeyOf(request: FastifyRequest, endpoint: Row): string | undefined {
  const key = request.headers['idempotency-key'];
  if (!endpoint.idempotent || key === undefined) return undefined;
  if (typeof key !== 'string' || !keyFormat.test(key))
    throw new Refusal({ '': ['Idempotency-Key must be 1 to 200 visible characters.'] });
  return key;
}

/** A customer's or staff's file, streamed from the store. `bytes`: its size. */
export type FileAnswer = { name: string; mediaType: string; bytes: number; content: Readable };
/** A generated file of unknown size, streamed while it is written. */
export type StreamAnswer = { name: string; content: Readable };
/** An email's HTML, shown in a frame of the shop's own pages. */
export type PageAnswer = { html: string };
/** The possible results of a handler, by the answer in the contract. */
export type Handled<Answer> = Answer extends BytesAnswer
  ? BytesAnswer | FileAnswer | StreamAnswer | PageAnswer
  : Answer;

/**
 * The policy of a page in a frame: nothing loads or runs, and inline styles apply. `sandbox` also removes the origin with its
 * cookies.
 */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

/** Sends a page that only the shop's own pages can frame. */
const sendPage = (reply: FastifyReply, { html }: PageAnswer) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy)
    .header('x-frame-options', 'SAMEORIGIN')
    .send(html);

/** Sends a file as a download. An uploaded file also gets a policy that blocks scripts, in case a browser displays it. */
function sendBytes(reply: FastifyReply, mediaType: string, answer: BytesAnswer | FileAnswer | StreamAnswer) {
  reply.header('content-disposition', contentDisposition(answer.name));
  if ('mediaType' in answer)
    reply
      .type(answer.mediaType)
      .header('content-length', answer.bytes)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, no-store');
  else reply.type(mediaType);
  return reply.send(answer.content);
}

/** Reads a body of bytes. The route has no other parser, so that other media types are rejected. */
function readBytes(request: FastifyRequest, mediaType: string): Uint8Array {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0)
    throw new Refusal({ '': [`Send the content with the content type ${mediaType}.`] });
  return request.body;
}

/** Binds rows to their handlers, and answers other methods on their paths with 405 and Allow. */
export function bindTable(
  app: FastifyInstance,
  bindings: readonly EndpointBinding[],
  catalogue: () => Catalogue,
): void {
  const callers = new WeakMap<FastifyRequest, object>();
  const methodsOf = new Map<string, Set<string>>();
  for (const { row, handle, identify, answersHead = false } of bindings) {
    const methods = methodsOf.get(row.path) ?? new Set();
    methodsOf.set(row.path, methods.add(row.method));
    if (answersHead) methods.add('HEAD');
    const bytes = bytesOf(row.body);
    const route: RouteOptions = {
      method: row.method,
      url: row.path,
      exposeHeadRoute: answersHead,
      ...(row.bodyLimit ? { bodyLimit: row.bodyLimit } : {}),
      config: { takes: bytes ?? 'application/json' },
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        callers.set(request, await identify(request, reply));
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        // the handler starts in the same tick, so it reads the catalogue version that validated its body
        const schema = bodySchema(row, catalogue());
        const answer = await (handle as (call: unknown) => Promise<unknown>)({
          body: bytes
            ? readBytes(request, bytes)
            : schema
              ? parse(schema, bodyObject(request.body))
              : undefined,
          params: parse(row.params, request.params),
          query: parse(row.query, request.query),
          ip: request.ip,
          userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
          idempotencyKey: idempotencyKeyOf(request, row),
          ...callers.get(request),
        });
        reply.code(row.status);
        if (row.answer && 'bytes' in row.answer) {
          const bytesAnswer = answer as BytesAnswer | FileAnswer | StreamAnswer | PageAnswer;
          return 'html' in bytesAnswer
            ? sendPage(reply, bytesAnswer)
            : sendBytes(reply, row.answer.bytes, bytesAnswer);
        }
        return row.answer
          ? reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
          : reply.send();
      },
    };
    if (bytes)
      // a separate scope, so that no other route accepts bodies of bytes
      void app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser(bytes, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
        scope.route(route);
      });
    else app.route(route);
  }
  for (const [url, methods] of methodsOf) refuseOtherMethods(app, url, [...methods]);
}
