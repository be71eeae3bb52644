import type { Endpoint } from '#contract/endpoint.ts';
import type { StaffPermission } from './permissions.ts';

/**
 * An endpoint of the desk. `may`: the required permission; `staff`: any logged-in member of staff; `anyone`: no login.
 * `fresh`: requires a passkey signature or a code from the last ten minutes; a login counts.
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
  /** 401: the caller's network is not on the desk's list; the session remains valid. */
  otherNetwork: '/problems/other-network',
  /** 401: the client asks for a passkey or a code, and then retries the call once. */
  proofNeeded: '/problems/proof-needed',
  /** 403: `needs` names the missing permission. */
  notAllowed: '/problems/not-allowed',
  /** 409: the amounts or the state have changed since the caller read them. */
  moved: '/problems/moved',
} as const;

/** Header that every POST to the desk needs. A page of another site can't send it without a CORS preflight, which fails. */
export const deskHeader = { name: 'x-desk', value: '1' } as const;
