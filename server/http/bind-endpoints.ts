import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import type { Endpoint, Permission } from '#contract/endpoint.ts';
import {
  type AnswerOf,
  type BodyOf,
  type EndpointName,
  endpoints,
  type ParamsOf,
  type QueryOf,
} from '#contract/storefront/endpoints.ts';
import type { Actor } from '#server/process/actor.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bindTable, type Handled } from './bind-table.ts';
import { attemptLimits, networkOf, type RateLimits } from './rate-limits.ts';
import { notLoggedIn } from './refusal.ts';

/** The customer whom the request's access token identifies. */
export type SignedIn = { customerId: bigint; sessionId: string };

export const actorOf = ({ customerId }: SignedIn): Actor => ({ kind: 'customer', id: customerId });

/** What a handler knows of its caller, by the permission of the endpoint. */
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
  /** The client's address. Behind a configured proxy, it is the forwarded one. */
  ip: string;
  userAgent: string;
  idempotencyKey: string | undefined;
};

/** One handler for each row of the contract's endpoint table. A missing handler is a type error. */
export type Handlers = { [Name in EndpointName]: (call: Call<Name>) => Promise<Handled<AnswerOf<Name>>> };

export type Authenticate = (accessToken: string) => Promise<SignedIn | undefined>;

const bearer = /^Bearer ([\w.~+/-]{1,4096}=*)$/i;

async function callerOf(request: FastifyRequest, endpoint: Endpoint, authenticate: Authenticate) {
  if (endpoint.may === 'anyone') return undefined;
  const header = request.headers.authorization;
  if (header === undefined && endpoint.may === 'anyoneOrCustomer') return undefined;
  const token = bearer.exec(header ?? '')?.[1];
  const signedIn = token ? await authenticate(token) : undefined;
  if (!signedIn) throw notLoggedIn();
  return signedIn;
}

/**
 * Binds every row of the storefront's endpoint table to its handler. Identifies the caller and counts the attempt before the body
 * is read.
 */
export function bindEndpoints(
  app: FastifyInstance,
  handlers: Handlers,
  authenticate: Authenticate,
  limits: RateLimits,
  catalogue: () => Catalogue,
): void {
  const bindings = (Object.entries(endpoints) as [EndpointName, Endpoint][]).map(([name, endpoint]) => {
    const [per, rule] = attemptLimits[name] ?? [];
    return {
      row: endpoint,
      handle: handlers[name],
      answersHead: endpoint.path.startsWith('/api/health/'),
      async identify(request: FastifyRequest) {
        if (per === 'network') await limits[rule!].consume(networkOf(request.ip));
        const caller = await callerOf(request, endpoint, authenticate);
        if (!caller) return {};
        request.log = request.log.child({ customer: String(caller.customerId) });
        if (per === 'customer') await limits[rule!].consume(String(caller.customerId));
        return { caller };
      },
    };
  });
  bindTable(app, bindings, catalogue);
}
