import { readJson, sessionStore } from '#web/ui/browser-storage.ts';

const agreedKey = 'agreed';

export type Agreed = { agreedToPP_TOS: boolean; agreeToDeliveryTime: boolean };

/** Agreements hold for exactly what was in view, and survive the way through log-in. */
export function readAgreed(toWhat: string): Agreed {
  const stored = readJson(sessionStore, agreedKey) as Partial<Agreed & { toWhat: string }> | null;
  const holds = stored?.toWhat === toWhat;
  return {
    agreedToPP_TOS: holds && stored.agreedToPP_TOS === true,
    agreeToDeliveryTime: holds && stored.agreeToDeliveryTime === true,
  };
}

export function keepAgreed(toWhat: string, { agreedToPP_TOS, agreeToDeliveryTime }: Agreed): void {
  sessionStore.setItem(agreedKey, JSON.stringify({ toWhat, agreedToPP_TOS, agreeToDeliveryTime }));
}
