import type { BodySent } from '#contract/storefront/endpoints.ts';
import { callApi } from '#web/api/call-api.ts';
import { continueSession, readSession } from './session-tokens.ts';

/** Changes the password: every other browser is logged out; this one continues with new tokens in all its tabs. */
export async function changePassword(body: BodySent<'changePassword'>): Promise<void> {
  const tokens = await callApi('changePassword', { body });
  continueSession(readSession()?.refreshToken ?? '', tokens);
}
