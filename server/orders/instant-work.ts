import { instantPrefix, jobKind } from '#server/jobs/job.ts';

/** Starts the automatic work of a paid order. */
export const makeInstantWork = jobKind<{ number: string }>(`${instantPrefix}make`);

/** The order types of the two automatic services. Orders store these numbers, so they never change. */
export const analyzerType = 4;
export const hashtagType = 5;
export const instantTypes = [analyzerType, hashtagType];
