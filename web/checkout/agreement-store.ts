import { readJson, sessionStore } from '#ui/browser-storage.ts';

const agreedKey = 'agreed';

export type Agreement = { agreedToPP_TOS: boolean; agreeToDeliveryTime: boolean };

/** Consents apply to exactly the shown order, and survive the login. */
export function readAgreement(toWhat: string): Agreement {
  const stored = readJson(sessionStore, agreedKey) as Partial<Agreement & { toWhat: string }> | null;
  const holds = stored?.toWhat === toWhat;
  return {
    agreedToPP_TOS: holds && stored.agreedToPP_TOS === true,
    agreeToDeliveryTime: holds && stored.agreeToDeliveryTime === true,
  };
}

/** Whether the visitor agreed to the privacy policy and the terms at checkout in this tab. */
export const hasAgreed = (): boolean =>
  (readJson(sessionStore, agreedKey) as Partial<Agreement> | null)?.agreedToPP_TOS === true;

export function keepAgreement(toWhat: string, { agreedToPP_TOS, agreeToDeliveryTime }: Agreement): void {
  sessionStore.setItem(agreedKey, JSON.stringify({ toWhat, agreedToPP_TOS, agreeToDeliveryTime }));
}
