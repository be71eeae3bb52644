import { deskHeader, type DeskEndpoint, deskProblems } from '#contract/desk/endpoint.ts';
import {
  type DeskAnswerOf,
  type DeskBodyOf,
  type DeskEndpointName,
  deskEndpoints,
  type DeskParamsOf,
  type DeskQueryOf,
} from '#contract/desk/endpoints.ts';
import type { approvalEndpoints } from '#contract/desk/approvals.ts';
import type { booksEndpoints } from '#contract/desk/books.ts';
import type { emailEndpoints } from '#contract/desk/emails.ts';
import type { holidayEndpoints } from '#contract/desk/holidays.ts';
import type { moneyEndpoints } from '#contract/desk/money.ts';
import type { orderEndpoints } from '#contract/desk/order-endpoints.ts';
import type { reportEndpoints } from '#contract/desk/reports.ts';
import type { proposalEndpoints } from '#contract/desk/proposals.ts';
import type { replyEndpoints } from '#contract/desk/replies.ts';
import type { moneyListEndpoints } from '#contract/desk/money-lists.ts';
import type { threadEndpoints } from '#contract/desk/threads.ts';
import type { ticketEndpoints } from '#contract/desk/tickets.ts';
import type { workEndpoints } from '#contract/desk/work-endpoints.ts';
import type { deskFileEndpoints } from '#contract/desk/file-endpoints.ts';
import { notAdmitted } from '#server/audit/audit-entry.ts';
import { holds } from '#contract/desk/permissions.ts';
import { bindTable, type Handled } from '#server/http/bind-table.ts';
import { networkOf, type RateLimits } from '#server/http/rate-limits.ts';
import { notFound, ProblemReply } from '#server/http/refusal.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DeskOrigin } from './desk-origin.ts';
import { knownFor } from './known-device.ts';
import { answersAt } from './networks.ts';
import { noteRefusals } from './note-refusals.ts';
import type { StaffDeps, Visitor } from './staff-deps.ts';
import { findSession, lifetimes, type StaffCaller } from './staff-session.ts';

/** A request to the desk after its access checks and validation. */
export type DeskCall<Name extends DeskEndpointName> = {
  body: DeskBodyOf<Name>;
  params: DeskParamsOf<Name>;
  query: DeskQueryOf<Name>;
  caller: (typeof deskEndpoints)[Name]['may'] extends 'anyone' ? undefined : StaffCaller;
  visitor: Visitor;
  /** The session cookie, for endpoints with the permission `anyone`. */
  cookie: string | undefined;
  /** Sets the cookie; undefined removes it. */
  keep: (cookie: string | undefined) => void;
  /** Sets the cookie of a known browser. */
  keepDevice: (cookie: string) => void;
};

/** One handler for each row of the desk's endpoint table. A missing handler is a type error. */
export type DeskHandlers = {
  [Name in DeskEndpointName]: (call: DeskCall<Name>) => Promise<Handled<DeskAnswerOf<Name>>>;
};

type WorkName =
  | keyof typeof workEndpoints
  | keyof typeof orderEndpoints
  | keyof typeof threadEndpoints
  | keyof typeof ticketEndpoints
  | keyof typeof replyEndpoints
  | keyof typeof proposalEndpoints
  | keyof typeof deskFileEndpoints
  | keyof typeof booksEndpoints
  | keyof typeof reportEndpoints
  | keyof typeof approvalEndpoints
  | keyof typeof moneyEndpoints
  | keyof typeof moneyListEndpoints
  | keyof typeof emailEndpoints
  | keyof typeof holidayEndpoints;
/** `WorkHandlers`: all handlers except `StaffHandlers`, which are those for staff and their sessions. */
export type WorkHandlers = Pick<DeskHandlers, WorkName>;
export type StaffHandlers = Omit<DeskHandlers, WorkName>;

/** Limits per network of endpoints with the permission `anyone`; counted before the body is read. */
const networkLimits: { readonly [Name in DeskEndpointName]?: keyof RateLimits } = {
  session: 'deskVisitsPerAddress',
  beginPasskeyLogin: 'deskVisitsPerAddress',
  lookAtInvitation: 'invitationsPerAddress',
  beginWelcome: 'invitationsPerAddress',
  offerWelcomeCode: 'invitationsPerAddress',
  welcome: 'invitationsPerAddress',
};

/**
 * Rejects calls that no page of the desk made: for another host, from another site, or without the header that another
 * site can't send without a CORS preflight. Stricter than the shop, because the desk uses a cookie.
 */
function refuseForeignCalls({ byHost }: DeskOrigin) {
  return async ({ method, headers }: FastifyRequest) => {
    const ours = byHost.get(headers.host ?? '');
    if (ours === undefined) throw notFound('The desk isn’t available at this address.');
    const site = headers['sec-fetch-site'];
    const isOurs =
      headers.origin === undefined
        ? site === 'same-origin'
        : headers.origin === ours && (site === undefined || site === 'same-origin');
    const isAsked = method !== 'POST' || headers[deskHeader.name] === deskHeader.value;
    if (!isOurs || !isAsked)
      throw new ProblemReply(400, 'Requests from other sites aren’t accepted.', {
        errors: { '': ['Requests from other sites aren’t accepted.'] },
      });
  };
}

/**
 * The value of a cookie of the desk if it has this form. Undefined also when the request has two cookies of this name, because an
 * attacker may have added one.
 */
function cookieOf(request: FastifyRequest, name: string, form: RegExp): string | undefined {
  const found = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return found.length === 1 && form.test(found[0]!) ? found[0] : undefined;
}

/** Sets a cookie. `lifetime`: milliseconds; 0 removes the cookie. */
function setCookie(
  reply: FastifyReply,
  { isSecure }: DeskOrigin,
  { name, value, lifetime }: { name: string; value: string; lifetime: number },
): void {
  reply.header(
    'set-cookie',
    `${name}=${value}; Path=/; Max-Age=${lifetime / 1000}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
  );
}

const deviceCookieOf = ({ cookie }: DeskOrigin) => `${cookie}-known`;

const loggedOut = () =>
  new ProblemReply(401, 'Log in to the desk to continue.', { type: deskProblems.loggedOut });
const proofNeeded = () =>
  new ProblemReply(401, 'Confirm it’s you with your passkey or a code.', {
    type: deskProblems.proofNeeded,
  });

/** 401 for a call from a network that isn't listed. The session stays valid for calls from listed networks. */
const otherNetwork = () =>
  new ProblemReply(
    401,
    'The desk can’t be used from this network. Connect to an allowed network, and then try again.',
    {
      type: deskProblems.otherNetwork,
    },
  );

/**
 * Runs a call. Replaces the database's error by an explanation when the caller was locked or lost permissions during the call.
 */
async function explainEnd<Value>(run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === notAdmitted)) throw error;
    throw new ProblemReply(
      409,
      'Your access to the desk has just changed, so nothing was saved. Reload the page to see what you can do now.',
    );
  }
}

type Guard = Pick<StaffDeps, 'db' | 'clock' | 'limits' | 'origin' | 'catalogue'>;

/**
 * Checks that the caller's role has the permission, and that the caller's proof is fresh if the endpoint requires one.
 * @throws ProblemReply 401, 403
 */
function admit({ clock }: Pick<Guard, 'clock'>, { may, fresh }: DeskEndpoint, caller: StaffCaller): void {
  if (may !== 'staff' && may !== 'anyone' && !holds(caller.permissions, may))
    throw new ProblemReply(
      403,
      'Your role doesn’t allow this action. Ask someone who manages the team to change your role.',
      {
        type: deskProblems.notAllowed,
        needs: may,
      },
    );
  if (fresh && caller.freshUntil <= clock()) throw proofNeeded();
}

/** Registers the desk's endpoint table behind its access checks. */
export function bindDesk(app: FastifyInstance, handlers: DeskHandlers, deps: Guard): void {
  const { limits, origin } = deps;
  app.addHook('onRequest', refuseForeignCalls(origin));
  const bindings = (Object.entries(deskEndpoints) as [DeskEndpointName, DeskEndpoint][]).map(
    ([name, endpoint]) => ({
      row: endpoint,
      handle: (call: { caller?: StaffCaller; params: unknown }) => {
        const handled = () => (handlers[name] as (call: unknown) => Promise<unknown>)(call);
        const { caller, params } = call;
        return caller ? noteRefusals(deps, { name, caller, params }, () => explainEnd(handled)) : handled();
      },
      async identify(request: FastifyRequest, reply: FastifyReply) {
        const rule = networkLimits[name];
        if (rule) await limits[rule].consume(networkOf(request.ip));
        const cookie = cookieOf(request, origin.cookie, /^[\w-]{43}$/);
        const visitor: Visitor = {
          ip: request.ip,
          userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
          requestId: request.id,
          host: request.headers.host!,
          deviceCookie: cookieOf(request, deviceCookieOf(origin), /^[\w.-]{1,150}$/),
        };
        const visit = {
          visitor,
          cookie,
          keep: (value: string | undefined) =>
            setCookie(reply, origin, {
              name: origin.cookie,
              value: value ?? '',
              lifetime: value === undefined ? 0 : lifetimes.absolute,
            }),
          keepDevice: (value: string) =>
            setCookie(reply, origin, { name: deviceCookieOf(origin), value, lifetime: knownFor }),
        };
        if (endpoint.may === 'anyone') {
          if (!(await answersAt(deps, request.ip))) throw otherNetwork();
          return visit;
        }
        const caller = cookie === undefined ? undefined : await findSession(deps, cookie, visitor);
        if (!caller) throw loggedOut();
        request.log = request.log.child({ staff: String(caller.staffId) });
        if (!caller.isInside) throw otherNetwork();
        await limits.deskCallsPerSession.consume(caller.sessionId);
        await noteRefusals(deps, { name, caller, params: request.params }, async () =>
          admit(deps, endpoint, caller),
        );
        return { ...visit, caller };
      },
    }),
  );
  bindTable(app, bindings, deps.catalogue);
  // a route, so that the access checks and the CORS exception also apply to unknown calls
  app.all('/api/desk/*', () => {
    throw notFound('This endpoint doesn’t exist in the desk’s API.');
  });
}
