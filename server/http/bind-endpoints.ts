import type { Catalogue } from '#contract/catalogue.ts';
import { bodySchema, type BytesAnswer, type Endpoint, type Permission } from '#contract/endpoint.ts';
import {
  type AnswerOf,
  type BodyOf,
  type EndpointName,
  endpoints,
  type ParamsOf,
  type QueryOf,
} from '#contract/endpoints.ts';
import { fieldErrors } from '#contract/problems.ts';
import type { Actor } from '#server/process/actor.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { attemptLimits, networkOf, type RateLimits } from './rate-limits.ts';
import { ProblemReply, Refusal } from './refusal.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';

/** The customer whom the request's access token identifies. */
export type SignedIn = { customerId: bigint; sessionId: string };

export const actorOf = ({ customerId }: SignedIn): Actor => ({ kind: 'customer', id: customerId });

/** The caller's type, by the access that the endpoint requires. */
interface Callers extends Record<Permission, SignedIn | undefined> {
  anyone: undefined;
  customer: SignedIn;
  anyoneOrCustomer: SignedIn | undefined;
}

/** A request after validation. */
export type Call<Name extends EndpointName> = {
  body: BodyOf<Name>;
  params: ParamsOf<Name>;
  query: QueryOf<Name>;
  caller: Callers[(typeof endpoints)[Name]['may']];
  /** The client's address; behind a configured proxy the forwarded one. */
  ip: string;
  userAgent: string;
  idempotencyKey: string | undefined;
};

/** One handler for each row of the contract's endpoint table: a missing one is a type error. */
export type Handlers = { [Name in EndpointName]: (call: Call<Name>) => Promise<AnswerOf<Name>> };

export type Authenticate = (accessToken: string) => Promise<SignedIn | undefined>;

const bearer = /^Bearer ([\w.~+/-]{1,4096}=*)$/i;

const unauthorized = () =>
  new ProblemReply(401, 'Log in to continue.', { headers: { 'www-authenticate': 'Bearer' } });

async function callerOf(request: FastifyRequest, endpoint: Endpoint, authenticate: Authenticate) {
  if (endpoint.may === 'anyone') return undefined;
  const header = request.headers.authorization;
  if (header === undefined && endpoint.may === 'anyoneOrCustomer') return undefined;
  const token = bearer.exec(header ?? '')?.[1];
  const signedIn = token ? await authenticate(token) : undefined;
  if (!signedIn) throw unauthorized();
  return signedIn;
}

function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw new Refusal(fieldErrors(parsed.error));
  return parsed.data;
}

/** Longer than any list of the contract: zod cannot collect the problems of some hundred thousand items. */
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

// An array or a scalar is refused here: no field name could describe its errors.
function bodyObject(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal({ '': ['The body must be a JSON object.'] });
  refuseLongLists(body);
  return body;
}

const keyFormat = /^[\x21-\x7e]{1,200}$/;

function idempotencyKeyOf(request: FastifyRequest, endpoint: Endpoint): string | undefined {
  const key = request.headers['idempotency-key'];
  if (!endpoint.idempotent || key === undefined) return undefined;
  if (typeof key !== 'string' || !keyFormat.test(key))
    throw new Refusal({ '': ['Idempotency-Key must be 1 to 200 visible characters.'] });
  return key;
}

/**
 * Binds every row of the endpoint table to its handler, and answers other methods on its paths with 405 and Allow. Identifies the
 * caller and counts the attempt before reading the body: otherwise unlimited refused bodies would cost as much as the real work.
 */
export function bindEndpoints(
  app: FastifyInstance,
  handlers: Handlers,
  authenticate: Authenticate,
  limits: RateLimits,
  catalogue: () => Catalogue,
): void {
  const callers = new WeakMap<FastifyRequest, SignedIn>();
  const methodsOf = new Map<string, Set<string>>();
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    const handle = handlers[name] as (call: unknown) => Promise<unknown>;
    const methods = methodsOf.get(endpoint.path) ?? new Set();
    methodsOf.set(endpoint.path, methods.add(endpoint.method));
    // load balancers and monitors use HEAD
    const [per, rule] = attemptLimits[name] ?? [];
    const answersHead = endpoint.path.startsWith('/api/health/');
    if (answersHead) methods.add('HEAD');
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: answersHead,
      ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
      onRequest: async (request: FastifyRequest) => {
        if (per === 'network') await limits[rule!].consume(networkOf(request.ip));
        const caller = await callerOf(request, endpoint, authenticate);
        if (!caller) return;
        callers.set(request, caller);
        request.log = request.log.child({ customer: String(caller.customerId) });
        if (per === 'customer') await limits[rule!].consume(String(caller.customerId));
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        // the handler starts in the same tick, so it reads the catalogue version that validated its body
        const answer = await handle({
          body: endpoint.body
            ? parse(bodySchema(endpoint, catalogue()), bodyObject(request.body))
            : undefined,
          params: parse(endpoint.params, request.params),
          query: parse(endpoint.query, request.query),
          caller: callers.get(request),
          ip: request.ip,
          userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
          idempotencyKey: idempotencyKeyOf(request, endpoint),
        });
        reply.code(endpoint.status);
        if (endpoint.answer && 'bytes' in endpoint.answer) {
          const { name, content } = answer as BytesAnswer;
          return reply
            .type(endpoint.answer.bytes)
            .header('content-disposition', `attachment; filename="${name}"`)
            .send(content);
        }
        return endpoint.answer
          ? reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
          : reply.send();
      },
    });
  }
  for (const [url, methods] of methodsOf) refuseOtherMethods(app, url, [...methods]);
}
