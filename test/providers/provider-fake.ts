import type { FakeApiServer } from './fake-api-server.ts';

/** What customers, banks and the provider's own pages do to a payment. */
export type FakeAct =
  | 'pay'
  | 'decline'
  | 'async'
  | 'settle'
  | 'fail'
  | 'expire'
  | 'dashboard-refund'
  | 'refund-settle'
  | 'refund-fail'
  | 'dispute'
  | 'dispute-won'
  | 'dispute-lost';

/** How the notices of an act reach the shop. `held`: when the test sends them. */
export type NoticeWay = 'once' | 'twice' | 'lost' | 'held';

/** A notice as it was or will be sent; answers the shop's status. */
export type HeldNotice = () => Promise<number>;

/** Stands in for a provider in tests: keeps payments and checks what it is asked. */
export type ProviderFake = Pick<
  FakeApiServer,
  'origin' | 'calls' | 'fail' | 'mend' | 'forgetKeys' | 'close'
> & {
  /** The address notices are sent to. */
  shopOrigin: string;
  act(ref: string, act: FakeAct, way?: NoticeWay): Promise<void>;
  held: HeldNotice[];
};

/** Sends the notices of an act in this way. */
export async function sendNotices(notices: HeldNotice[], way: NoticeWay, held: HeldNotice[]): Promise<void> {
  if (way === 'held') held.push(...notices);
  if (way === 'once' || way === 'twice') for (const notice of notices) await notice();
  if (way === 'twice') for (const notice of notices.toReversed()) await notice();
}
