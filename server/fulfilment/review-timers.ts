import { jobKind } from '#server/jobs/job.ts';

type Version = { number: string; position: number; version: number };

/** Reminds the customer `days` days after a delivery that the version awaits review. */
export const remindOfReview = jobKind<Version & { days: number }>('mail.review-reminder');
/** Accepts a delivered version whose review has ended. */
export const lapseReview = jobKind<Version>('fulfilment.lapse', { forever: true });
