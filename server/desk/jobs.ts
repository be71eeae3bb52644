import type { JobHandlers, NewJob } from '#server/jobs/job.ts';
import { checkOnRequest } from '#server/payments/audit/check-now.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { sendApprovalDecided } from './approvals/approval-decided.mail.ts';
import { sendApprovedAlone } from './approvals/approved-alone.mail.ts';
import { expireApprovals, expireApprovalsDaily } from './approvals/expire-approvals.ts';
import { deliverDrafts } from './line/deliver-draft.ts';
import { gatherNotices, gatherNoticesByTheMinute } from './notices/gather-notices.ts';
import { sendNotices } from './notices/send-notices.mail.ts';
import { sendExamples } from './emails/send-example.mail.ts';
import type { DeskDeps } from './desk-deps.ts';

/** The desk's background jobs, and those of them that repeat. */
export const deskJobs = (deps: DeskDeps) => ({
  jobs: (mail: Mail): JobHandlers => ({
    ...deliverDrafts(deps),
    ...expireApprovals(deps),
    ...checkOnRequest(deps.payments),
    ...gatherNotices(deps),
    ...sendNotices({ ...deps, deskUrl: `${deps.deskOrigin}/desk` }, mail),
    ...sendExamples(deps, deps, mail),
    ...sendApprovalDecided({ ...deps, deskUrl: `${deps.deskOrigin}/desk` }, mail),
    ...sendApprovedAlone({ ...deps, deskUrl: `${deps.deskOrigin}/desk` }, mail, deps.operatorEmail),
  }),
  daily: (now: Date): NewJob[] => [
    expireApprovalsDaily.at(now, {}, 'daily'),
    gatherNoticesByTheMinute.at(now, {}, 'minute'),
  ],
});
