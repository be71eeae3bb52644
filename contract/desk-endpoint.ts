import type { Endpoint } from './endpoint.ts';
import type { StaffPermission } from './permissions.ts';

/**
 * An endpoint of the desk. `may`: the permission it needs; `staff`: any member of staff who is logged in; `anyone`: nothing.
 * `fresh`: needs a proof, a passkey's gesture or a code, from the last ten minutes; a login counts.
 */
export type DeskEndpoint = Omit<Endpoint, 'path' | 'may' | 'idempotent'> & {
  path: `/api/desk/${string}`;
  may: 'anyone' | 'staff' | StaffPermission;
  fresh?: true;
};

/** The `type` of problems that the desk's client acts on (RFC 9457). */
export const deskProblems = {
  /** 401: the session has ended. */
  loggedOut: '/problems/logged-out',
  /** 401: ask for a proof, and repeat the call once. */
  proofNeeded: '/problems/proof-needed',
  /** 403: `needs` is the permission. */
  notAllowed: '/problems/not-allowed',
} as const;

/** Header of every POST to the desk: another site's page can't send it without asking first. */
export const deskHeader = { name: 'x-desk', value: '1' } as const;
