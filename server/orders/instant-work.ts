import { orderTypeNames } from '#contract/catalogue.ts';
import { instantPrefix, jobKind } from '#server/jobs/job.ts';

/** Makes what the shop makes itself of an order that was just paid. */
export const makeInstantWork = jobKind<{ number: string }>(`${instantPrefix}make`);

export const analyzerType = orderTypeNames.indexOf('ContentQualityAnalyzer');
export const hashtagType = orderTypeNames.indexOf('HashtagOptimization');
export const instantTypes = [analyzerType, hashtagType];
