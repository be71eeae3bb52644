import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { DeskSession, Me } from '#contract/desk/staff.ts';
import { holds, type StaffPermission } from '#contract/desk/permissions.ts';
import { sharedState } from '#ui/shared-state.ts';
import { callDesk } from './call-desk.ts';

export const sessionQuery = {
  queryKey: ['session'],
  queryFn: ({ signal }: { signal: AbortSignal }) => callDesk('session', { signal }),
  staleTime: Infinity,
} as const;

export const useSession = () => useQuery(sessionQuery);

/** Whether the person's session ended in this tab without a logout. */
export const sessionEnded = sharedState(false);

/** Shows the login, after the server answered that the session has ended. */
export function endSession(client: QueryClient): void {
  if (client.getQueryData<DeskSession>(sessionQuery.queryKey)?.me) sessionEnded.set(true);
  keepMe(client, null);
}

/** Stores the logged-in person. null also deletes all cached answers, so that the next person doesn't see them. */
export function keepMe(client: QueryClient, me: Me | null): void {
  if (me) sessionEnded.set(false);
  else client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  client.setQueryData<DeskSession>(sessionQuery.queryKey, (known) => known && { ...known, me });
}

export const mayDo = (me: Me, permission: StaffPermission): boolean => holds(me.permissions, permission);
