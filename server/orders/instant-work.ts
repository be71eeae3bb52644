import { everyProduct } from '#contract/catalogue.ts';
import { instantPrefix, jobKind } from '#server/jobs/job.ts';

/** Makes what the shop makes itself of an order that was just paid. */
export const makeInstantWork = jobKind<{ number: string }>(`${instantPrefix}make`);

const typeNamed = (name: string) => everyProduct.find((product) => product.name === name)?.orderType ?? -1;
export const analyzerType = typeNamed('ContentQualityAnalyzer');
export const hashtagType = typeNamed('HashtagOptimization');
export const instantTypes = [analyzerType, hashtagType];
