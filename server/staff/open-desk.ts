import type { NewJob } from '#server/jobs/job.ts';
import type { JobHandlers } from '#server/jobs/job.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import type { OperatorCommands } from '#server/operator/operator-command.ts';
import type { FastifyPluginAsync } from 'fastify';
import { bindDesk, type WorkHandlers } from './bind-desk.ts';
import { deskPages } from './desk-pages.ts';
import { inviteFirstOwner, inviteUrl } from './invitations.ts';
import { staffCommands } from './operator-commands.ts';
import { purgeStaffRows, purgeStaffRowsDaily } from './purge-staff-rows.ts';
import { writeBuiltInRoles } from './roles.ts';
import { staffRoutes } from './routes.ts';
import type { StaffDeps } from './staff-deps.ts';
import { sendStaffEmails } from './staff-emails.mail.ts';

/** The staff's part of the shop; app.ts loads it only when the desk is on. */
export type Desk = {
  calls: FastifyPluginAsync;
  /** The app's pages, built below this folder. */
  pages: (buildFolder: string) => FastifyPluginAsync;
  handlers: (mail: Mail) => JobHandlers;
  daily: (now: Date) => NewJob;
  commands: OperatorCommands;
  /** The link for the first owner; undefined when there is an owner. */
  firstLink: () => Promise<string | undefined>;
};

/** `work`: what the rooms above add to the desk. */
type Work = { handlers: WorkHandlers; jobs: JobHandlers };

export async function openDesk(deps: StaffDeps, work: Work): Promise<Desk> {
  await writeBuiltInRoles(deps.db);
  return {
    // a plugin of its own: its checks are for its calls only
    calls: async (app) => bindDesk(app, { ...staffRoutes(deps), ...work.handlers }, deps),
    pages: (folder) => deskPages(folder, deps.origin),
    handlers: (mail) => ({
      ...purgeStaffRows(deps),
      ...sendStaffEmails(deps, mail),
      ...work.jobs,
    }),
    daily: (now) => purgeStaffRowsDaily.at(now, {}, 'daily'),
    commands: staffCommands(deps),
    async firstLink() {
      const code = await inviteFirstOwner(deps.db, deps.clock());
      return code && inviteUrl(deps.origin, code);
    },
  };
}
