import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { DeskSession, Me } from '#contract/desk-staff.ts';
import { holds, type StaffPermission } from '#contract/permissions.ts';
import { callDesk } from './call-desk.ts';

export const sessionQuery = {
  queryKey: ['session'],
  queryFn: ({ signal }: { signal: AbortSignal }) => callDesk('session', { signal }),
  staleTime: Infinity,
} as const;

export const useSession = () => useQuery(sessionQuery);

/** Keeps the person who has just logged in, or whose details a call has answered; null forgets all that the last one read. */
export function keepMe(client: QueryClient, me: Me | null): void {
  if (!me) client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  client.setQueryData<DeskSession>(sessionQuery.queryKey, (known) => known && { ...known, me });
}

export const mayDo = (me: Me, permission: StaffPermission): boolean => holds(me.permissions, permission);
