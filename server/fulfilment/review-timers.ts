import { jobKind } from '#server/jobs/job.ts';

type Version = { number: string; position: number; version: number };

/** Reminds the customer of a delivered version that waits for their word, so many days after it came. */
export const remindOfReview = jobKind<Version & { days: number }>('mail.review-reminder');
/** Accepts a delivered version whose time to check has run out. */
export const lapseReview = jobKind<Version>('fulfilment.lapse', { forever: true });
