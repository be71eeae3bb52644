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

/** How the events of an act reach the shop. `held`: the test sends them. */
export type NoticeWay = 'once' | 'twice' | 'lost' | 'held';

/** Sends an event, again or for the first time; answers the shop's status. */
export type HeldNotice = () => Promise<number>;

/** A fake provider for tests: stores payments and checks the requests. */
export type ProviderFake = Pick<
  FakeApiServer,
  'origin' | 'calls' | 'fail' | 'mend' | 'forgetKeys' | 'close'
> & {
  /** The shop's webhook address. */
  shopOrigin: string;
  act(ref: string, act: FakeAct, way?: NoticeWay): Promise<void>;
  held: HeldNotice[];
};

/** Sends the events of an act in this way. */
export async function sendNotices(notices: HeldNotice[], way: NoticeWay, held: HeldNotice[]): Promise<void> {
  if (way === 'held') held.push(...notices);
  if (way === 'once' || way === 'twice') for (const notice of notices) await notice();
  if (way === 'twice') for (const notice of notices.toReversed()) await notice();
}
