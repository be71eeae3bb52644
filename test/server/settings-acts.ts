import type { DeskEndpointName } from '#contract/desk/endpoints.ts';
import type { Person } from './open-test-desk.ts';

/** Adds an act of one call, as in desk-acts.ts. */
type One = (name: DeskEndpointName, entry: string | null, who: Person, path: string, body?: object) => void;

/** Adds the calls about email previews, holidays and networks. */
export function addSettingsActs(one: One, owner: Person): void {
  one('listEmails', null, owner, 'emails');
  one('showEmail', null, owner, 'emails/order-placed');
  one('showEmailPage', null, owner, 'emails/order-placed/page');
  one('sendExampleEmail', 'send-example', owner, 'emails/order-placed/to-me');
  one('listHolidays', null, owner, 'holidays');
  one('setHoliday', 'set-holiday', owner, 'holidays', { day: '2027-03-17', isHoliday: true });
  one('showNetworks', null, owner, 'networks');
  one('setNetworks', 'networks', owner, 'networks', { networks: ['203.0.113.0/24'], seen: [] });
}
