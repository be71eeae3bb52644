import type { NewJob } from '#server/jobs/job.ts';
import type { JobHandlers } from '#server/jobs/job.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import type { OperatorCommands } from '#server/operator/operator-command.ts';
import type { FastifyPluginAsync } from 'fastify';
import { bindDesk, type WorkHandlers } from './bind-desk.ts';
import { deskPages } from './desk-pages.ts';
import { inviteFirstOwner, inviteUrl } from './invitations.ts';
import { answersAt } from './networks.ts';
import { staffCommands } from './operator-commands.ts';
import { purgeStaffRows, purgeStaffRowsDaily } from './purge-staff-rows.ts';
import { writeBuiltInRoles } from './roles.ts';
import { staffRoutes } from './routes.ts';
import type { StaffDeps } from './staff-deps.ts';
import { sendStaffEmails } from './staff-emails.mail.ts';

/** The part of the desk about staff, which app.ts loads only when the desk is on. */
export type Desk = {
  calls: FastifyPluginAsync;
  /** Serves the desk's pages from this build folder. */
  pages: (buildFolder: string) => FastifyPluginAsync;
  handlers: (mail: Mail) => JobHandlers;
  daily: (now: Date) => NewJob[];
  commands: OperatorCommands;
  /** A link for the first owner; undefined when an owner exists. */
  firstLink: () => Promise<string | undefined>;
};

/** The handlers and jobs of the desk's work, which this module must not import. */
type Work = { handlers: WorkHandlers; jobs: (mail: Mail) => JobHandlers; daily: (now: Date) => NewJob[] };

export async function openDesk(deps: StaffDeps, work: Work): Promise<Desk> {
  await writeBuiltInRoles(deps.db);
  return {
    // a separate plugin, so that its checks apply only to the desk's calls
    calls: async (app) => bindDesk(app, { ...staffRoutes(deps), ...work.handlers }, deps),
    pages: (folder) => deskPages(folder, deps.origin, (ip) => answersAt(deps, ip)),
    handlers: (mail) => ({
      ...purgeStaffRows(deps),
      ...sendStaffEmails(deps, mail),
      ...work.jobs(mail),
    }),
    daily: (now) => [purgeStaffRowsDaily.at(now, {}, 'daily'), ...work.daily(now)],
    commands: staffCommands(deps),
    async firstLink() {
      const code = await inviteFirstOwner(deps.db, deps.clock());
      return code && inviteUrl(deps.origin, code);
    },
  };
}
