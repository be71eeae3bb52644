import { instantPrefix, jobKind } from '#server/jobs/job.ts';

/** Makes what the shop makes itself of an order that was just paid. */
export const makeInstantWork = jobKind<{ number: string }>(`${instantPrefix}make`);

/** The order types of the two services that the shop delivers itself: they stand in stored orders and never change. */
export const analyzerType = 4;
export const hashtagType = 5;
export const instantTypes = [analyzerType, hashtagType];
