import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import type { Me } from '#contract/desk/staff.ts';
import { memoizeByKey } from '#contract/memoize-by-key.ts';
import { shop } from '#contract/shop.ts';
import { describeTable } from '#server/http/open-api.ts';
import { sql } from 'kysely';
import { newCodeSecret } from './authenticator-code.ts';
import type { StaffHandlers } from './bind-desk.ts';
import { whyNoPasskeys } from './desk-origin.ts';
import { hashSecret } from './hash-secret.ts';
import { deviceCookieFor } from './known-device.ts';
import { findInvitation, hasOwner, listInvitations } from './invitations.ts';
import { logInWithPasskey, logInWithPassword, recover } from './log-in.ts';
import {
  addPasskey,
  askedBySession,
  beginPasskey,
  prove,
  removePasskey,
  renewRecoveryCodes,
  setPassword,
} from './my-ways.ts';
import { beginGesture } from './passkeys.ts';
import {
  changePerson,
  endSessionsOf,
  invite,
  letBackIn,
  listPeople,
  listSessionsOf,
  revokeInvitation,
  setState,
} from './people.ts';
import { addRole, changeRole, listRoles } from './roles.ts';
import { setNetworks, showNetworks } from './networks.ts';
import { saveNotifications, setAway } from './save-notifications.ts';
import { savePreferences } from './save-preferences.ts';
import { endMySession, listSessions, logOut } from './sessions.ts';
import { exportLog, listLog, verifyLog } from './show-log.ts';
import { showMe, showMeBy } from './show-me.ts';
import type { StaffDeps, Visitor } from './staff-deps.ts';
import { endSessions, findSession, type StaffCaller } from './staff-session.ts';
import { beginWelcome, welcome } from './welcome.ts';

type Arrival = {
  keep: (cookie: string | undefined) => void;
  keepDevice: (cookie: string) => void;
  visitor: Visitor;
  cookie: string | undefined;
};

/** The calls of staff and their sessions. */
export function staffRoutes(deps: StaffDeps): StaffHandlers {
  const { db, origin, clock } = deps;
  // ends the browser's earlier session, because the new cookie replaces its cookie
  async function arrive(
    { keep, keepDevice, visitor, cookie: earlier }: Arrival,
    cookie: string,
  ): Promise<{ me: Me }> {
    keep(cookie);
    if (earlier !== undefined)
      await endSessions(sql`hash = ${hashSecret(earlier)}`, 'loggedOut', clock()).execute(db);
    const me = await showMeBy(deps, cookie, visitor);
    keepDevice(deviceCookieFor(deps, BigInt(me.id), visitor));
    return { me };
  }
  const person = ({ id }: { id: string }) => BigInt(id);
  const manager = (caller: StaffCaller) => ({
    by: caller.by,
    permissions: caller.permissions,
    limits: caller.limits,
  });
  const describe = memoizeByKey((sold: Catalogue) =>
    describeTable(
      `${shop.name} desk`,
      origin.link,
      deskEndpoints,
      {
        name: 'cookie',
        scheme: { type: 'apiKey', in: 'cookie', name: origin.cookie },
        refusal: 'Not logged in, or identity not confirmed; see "type"',
      },
      sold,
    ),
  );
  return {
    describeApi: async () => describe(deps.catalogue()),
    async session({ cookie, visitor }) {
      const caller = cookie === undefined ? undefined : await findSession(deps, cookie, visitor);
      const reason = whyNoPasskeys(origin, visitor.host);
      return {
        me: caller ? await showMe(deps, caller) : null,
        isEmpty: !(await hasOwner(db)),
        passkeys: { possible: reason === null, reason },
      };
    },
    beginPasskeyLogin: ({ visitor }) => beginGesture(deps, visitor.host, 'login', null),
    logInWithPasskey: async (call) => arrive(call, await logInWithPasskey(deps, call.body, call.visitor)),
    logInWithPassword: async (call) => arrive(call, await logInWithPassword(deps, call.body, call.visitor)),
    recover: ({ body, visitor }) => recover(deps, body, visitor),
    async lookAtInvitation({ body }) {
      const { role, label, name } = await findInvitation(db, body.code, clock());
      return { role, roleLabel: label, name };
    },
    beginWelcome: ({ body, visitor }) => beginWelcome(deps, body.code, visitor.host),
    async offerWelcomeCode({ body }) {
      const { name } = await findInvitation(db, body.code, clock());
      return newCodeSecret(name ?? 'desk');
    },
    async welcome(call) {
      const { cookie, codes } = await welcome(deps, call.body, call.visitor);
      return { ...(await arrive(call, cookie)), recoveryCodes: codes };
    },
    async logOut({ caller, keep }) {
      await logOut(deps, caller);
      keep(undefined);
    },
    beginProof: ({ caller, visitor }) =>
      beginGesture(deps, visitor.host, 'proof', askedBySession(caller), caller.staffId),
    prove: ({ caller, body, visitor }) => prove(deps, caller, body, visitor),
    showMe: ({ caller }) => showMe(deps, caller),
    saveNotifications: ({ caller, body }) => saveNotifications(deps, caller, body),
    setAway: ({ caller, params, body }) => setAway(deps, caller.by, { id: person(params), ...body }),
    savePreferences: ({ caller, body }) => savePreferences(deps, caller, body),
    beginPasskey: ({ caller, visitor }) => beginPasskey(deps, caller, visitor.host),
    addPasskey: ({ caller, body, visitor }) => addPasskey(deps, caller, body, visitor),
    removePasskey: ({ caller, params }) => removePasskey(deps, caller, params.id),
    offerCode: async ({ caller }) => newCodeSecret((await showMe(deps, caller)).email),
    setPassword: ({ caller, body }) => setPassword(deps, caller, body),
    renewRecoveryCodes: ({ caller }) => renewRecoveryCodes(deps, caller),
    listMySessions: ({ caller }) => listSessions(deps, caller.staffId, caller.sessionId),
    endMySession: ({ caller, params }) => endMySession(deps, caller, params.id),
    listPeople: () => listPeople(deps),
    listInvitations: () => listInvitations(deps),
    revokeInvitation: ({ caller, params }) => revokeInvitation(deps, manager(caller), params.id),
    invite: ({ caller, body }) => invite(deps, manager(caller), body.role),
    changePerson: ({ caller, params, body }) => changePerson(deps, manager(caller), person(params), body),
    lockPerson: ({ caller, params }) => setState(deps, manager(caller), person(params), 'lock'),
    unlockPerson: ({ caller, params }) => setState(deps, manager(caller), person(params), 'unlock'),
    leave: ({ caller, params }) => setState(deps, manager(caller), person(params), 'leave'),
    letBackIn: ({ caller, params }) => letBackIn(deps, manager(caller), person(params)),
    listSessions: ({ caller, params }) => listSessionsOf(deps, manager(caller), person(params)),
    endSessions: ({ caller, params }) => endSessionsOf(deps, manager(caller), person(params)),
    listRoles: () => listRoles(deps),
    addRole: ({ caller, body }) => addRole(deps, manager(caller), body),
    showNetworks: ({ visitor }) => showNetworks(deps, visitor.ip),
    async setNetworks({ caller, visitor, body }) {
      const networks = await setNetworks(deps, caller.by, { ...body, ip: visitor.ip });
      return { ...(await showNetworks(deps, visitor.ip)), networks };
    },
    listLog: ({ query }) => listLog(deps, query),
    exportLog: ({ caller, body }) => exportLog(deps, caller.by, body),
    verifyLog: () => verifyLog(deps),
    changeRole: ({ caller, params, body }) => changeRole(deps, manager(caller), params.key, body),
  };
}
