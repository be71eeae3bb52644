import { useQuery } from '@tanstack/react-query';
import { callDesk } from '#desk/api/call-desk.ts';

/** Loads the team, its roles, unused invitation links, and the services that the shop sells. */
export const useTeam = () =>
  useQuery({
    queryKey: ['people'],
    async queryFn({ signal }) {
      const [{ people, services }, { roles }, { invitations }] = await Promise.all([
        callDesk('listPeople', { signal }),
        callDesk('listRoles', { signal }),
        callDesk('listInvitations', { signal }),
      ]);
      return { people, services, roles, invitations };
    },
  });
