import { jobKind } from '#server/jobs/job.ts';

type Version = { number: string; position: number; version: number };

/** Reminds the customer of a delivered version that waits for review, this many days after delivery. */
export const remindOfReview = jobKind<Version & { days: number }>('mail.review-reminder');
/** Accepts a delivered version whose time for review is over. */
export const lapseReview = jobKind<Version>('fulfilment.lapse', { forever: true });
