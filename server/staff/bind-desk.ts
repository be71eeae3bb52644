import { deskHeader, type DeskEndpoint, deskProblems } from '#contract/desk-endpoint.ts';
import {
  type DeskAnswerOf,
  type DeskBodyOf,
  type DeskEndpointName,
  deskEndpoints,
  type DeskParamsOf,
  type DeskQueryOf,
} from '#contract/desk-endpoints.ts';
import type { orderEndpoints } from '#contract/desk-order-endpoints.ts';
import type { threadEndpoints } from '#contract/desk-threads.ts';
import type { workEndpoints } from '#contract/desk-work-endpoints.ts';
import type { deskFileEndpoints } from '#contract/desk-file-endpoints.ts';
import { holds } from '#contract/permissions.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { bindTable, type Handled } from '#server/http/bind-table.ts';
import { networkOf, type RateLimits } from '#server/http/rate-limits.ts';
import { notFound, ProblemReply } from '#server/http/refusal.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DeskOrigin } from './desk-origin.ts';
import type { StaffDeps, Visitor } from './staff-deps.ts';
import { findSession, lifetimes, type StaffCaller } from './staff-session.ts';

/** A request to the desk after its checks. */
export type DeskCall<Name extends DeskEndpointName> = {
  body: DeskBodyOf<Name>;
  params: DeskParamsOf<Name>;
  query: DeskQueryOf<Name>;
  caller: (typeof deskEndpoints)[Name]['may'] extends 'anyone' ? undefined : StaffCaller;
  visitor: Visitor;
  /** The session's cookie, for calls of anyone. */
  cookie: string | undefined;
  /** Sets the cookie, or removes it. */
  keep: (cookie: string | undefined) => void;
};

/** One handler for each row of the desk's endpoint table: a missing one is a type error. */
export type DeskHandlers = {
  [Name in DeskEndpointName]: (call: DeskCall<Name>) => Promise<Handled<DeskAnswerOf<Name>>>;
};

type WorkName =
  | keyof typeof workEndpoints
  | keyof typeof orderEndpoints
  | keyof typeof threadEndpoints
  | keyof typeof deskFileEndpoints;
/** The handlers of the calls about work, its files, orders, customers and messages, and those of staff and their sessions. */
export type WorkHandlers = Pick<DeskHandlers, WorkName>;
export type StaffHandlers = Omit<DeskHandlers, WorkName>;

/** Calls of anyone that count per network, before their body is read. */
const networkLimits: { readonly [Name in DeskEndpointName]?: keyof RateLimits } = {
  session: 'deskVisitsPerAddress',
  beginPasskeyLogin: 'deskVisitsPerAddress',
  lookAtInvitation: 'invitationsPerAddress',
  beginWelcome: 'invitationsPerAddress',
  offerWelcomeCode: 'invitationsPerAddress',
  welcome: 'invitationsPerAddress',
};

/**
 * Refuses calls that no page of the desk made: of another host, of another site, or without the header that another site can't send unasked.
 * Stricter than the shop's: the desk has a cookie.
 */
function refuseForeignCalls({ byHost }: DeskOrigin) {
  return async ({ method, headers }: FastifyRequest) => {
    const ours = byHost.get(headers.host ?? '');
    if (ours === undefined) throw notFound('The desk is at another address.');
    const site = headers['sec-fetch-site'];
    const isOurs =
      headers.origin === undefined
        ? site === 'same-origin'
        : headers.origin === ours && (site === undefined || site === 'same-origin');
    const isAsked = method !== 'POST' || headers[deskHeader.name] === deskHeader.value;
    if (!isOurs || !isAsked)
      throw new ProblemReply(400, 'Requests from other sites are not accepted.', {
        errors: { '': ['Requests from other sites are not accepted.'] },
      });
  };
}

/** The desk's cookie; undefined also when there are two, because one of them may be planted. */
function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const found = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return found.length === 1 && /^[\w-]{43}$/.test(found[0]!) ? found[0] : undefined;
}

function setCookie(reply: FastifyReply, { cookie, isSecure }: DeskOrigin, value: string | undefined): void {
  const age = value === undefined ? 0 : lifetimes.absolute / 1000;
  reply.header(
    'set-cookie',
    `${cookie}=${value ?? ''}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
  );
}

const loggedOut = () =>
  new ProblemReply(401, 'Log in to the desk to continue.', { type: deskProblems.loggedOut });
const proofNeeded = () =>
  new ProblemReply(401, 'Confirm it’s you with your passkey or a code.', {
    type: deskProblems.proofNeeded,
  });

type Guard = Pick<StaffDeps, 'db' | 'clock' | 'limits' | 'origin' | 'catalogue'>;

/**
 * Lets a caller in whose role holds the permission, and whose proof is fresh where one is needed. A refusal is in the audit log.
 * @throws ProblemReply 401, 403, 429
 */
async function admit(
  { db, clock, limits }: Guard,
  name: DeskEndpointName,
  { may, fresh }: DeskEndpoint,
  caller: StaffCaller | undefined,
): Promise<StaffCaller> {
  if (!caller) throw loggedOut();
  await limits.deskCallsPerSession.consume(caller.sessionId);
  if (may !== 'staff' && may !== 'anyone' && !holds(caller.permissions, may)) {
    const refused = {
      action: 'refused',
      subject: `staff ${caller.staffId}`,
      detail: { call: name, needs: may },
    };
    await writeInOneStatement(db, auditEntry(caller.by, clock(), refused));
    throw new ProblemReply(403, 'Your role doesn’t allow this.', {
      type: deskProblems.notAllowed,
      needs: may,
    });
  }
  if (fresh && caller.freshUntil <= clock()) throw proofNeeded();
  return caller;
}

/** Binds the desk's endpoint table below its own checks. */
export function bindDesk(app: FastifyInstance, handlers: DeskHandlers, deps: Guard): void {
  const { limits, origin } = deps;
  app.addHook('onRequest', refuseForeignCalls(origin));
  const bindings = (Object.entries(deskEndpoints) as [DeskEndpointName, DeskEndpoint][]).map(
    ([name, endpoint]) => ({
      row: endpoint,
      handle: handlers[name] as (call: never) => Promise<unknown>,
      async identify(request: FastifyRequest, reply: FastifyReply) {
        const rule = networkLimits[name];
        if (rule) await limits[rule].consume(networkOf(request.ip));
        const cookie = cookieOf(request, origin.cookie);
        const visitor: Visitor = {
          ip: request.ip,
          userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
          requestId: request.id,
          host: request.headers.host!,
        };
        const visit = {
          visitor,
          cookie,
          keep: (value: string | undefined) => setCookie(reply, origin, value),
        };
        if (endpoint.may === 'anyone') return visit;
        const found = cookie === undefined ? undefined : await findSession(deps, cookie, request.id);
        if (found) request.log = request.log.child({ staff: String(found.staffId) });
        return { ...visit, caller: await admit(deps, name, endpoint, found) };
      },
    }),
  );
  bindTable(app, bindings, deps.catalogue);
  // a route, so that the checks above and the CORS exception hold for unknown calls too
  app.all('/api/desk/*', () => {
    throw notFound('There’s nothing at this address of the desk’s API.');
  });
}
