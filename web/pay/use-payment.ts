import { useCallback, useEffect, useRef, useState } from 'react';
import type { PaymentPage, WayToPay } from '#contract/storefront/payments.ts';
import { ApiError, failureMessage } from '#ui/api-error.ts';
import { callApi } from '#web/api/call-api.ts';
import { sessionStore } from '#ui/browser-storage.ts';
import { awaitsAutomatic, firstStep, isFinal, isWebAddress, pauseBefore } from './payment-state.ts';

export type PaymentView = {
  payment: PaymentPage | undefined;
  isUnknown: boolean;
  /** The reason why the last call failed. */
  failure: string | undefined;
  /** The method of a payment that has just been started: the page is waiting for the shop, or for the provider's page to open. */
  paying: WayToPay | undefined;
  /** Whether the provider is being asked for the payment's outcome. */
  isFollowing: boolean;
  pay: (way: WayToPay) => void;
  retry: () => void;
};

const sentKey = (token: string) => `sentToPay:${token}`;

/** A payment link's data, polled until it is settled. */
export function usePayment(
  token: string | null,
  { chosen, comesBack }: { chosen: WayToPay | undefined; comesBack: boolean },
): PaymentView {
  const [payment, setPayment] = useState<PaymentPage>();
  const [isUnknown, setUnknown] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [paying, setPaying] = useState<WayToPay>();
  const [isFollowing, setFollowing] = useState(false);
  const [tries, setTries] = useState(0);
  const leaving = useRef(false);
  const hasGone = useRef(false);

  const pay = useCallback(
    async (way: WayToPay) => {
      if (token === null || leaving.current) return;
      leaving.current = true;
      setPaying(way);
      setFailure(undefined);
      try {
        const { url, status } = await callApi('pay', { params: { token }, body: { with: way } });
        if (url === undefined) {
          setPayment((known) => known && { ...known, status });
          setTries((count) => count + 1);
        } else if (isWebAddress(url)) {
          sessionStore.setItem(sentKey(token), 'yes');
          window.location.assign(url);
          // The button stays busy until the other page has loaded.
          return;
        } else setFailure(failureMessage(undefined));
      } catch (error) {
        const refused = error instanceof ApiError ? error.errors['with']?.[0] : undefined;
        setFailure(refused ?? failureMessage(error));
      }
      leaving.current = false;
      setPaying(undefined);
    },
    [token],
  );

  // The browser's Back button restored this page from its cache.
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      leaving.current = false;
      setPaying(undefined);
      setTries((count) => count + 1);
    };
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);

  useEffect(() => {
    if (token === null) return;
    const gone = new AbortController();
    const { signal } = gone;

    const follow = async () => {
      setFollowing(true);
      let now: PaymentPage | undefined;
      for (let look = 0; !signal.aborted; look += 1) {
        now = await callApi('syncPayment', { params: { token }, signal });
        setPayment(now);
        const pause = pauseBefore(look);
        // Stops polling an unpaid link after a few polls, or after a failed or expired attempt: the customer
        // can press the button.
        const isQuiet = now.status === 'awaitingPayment' && (look >= 2 || now.hasFailed || now.hasExpired);
        if (isFinal(now.status) || pause === undefined || isQuiet) break;
        await new Promise((resolve) => void setTimeout(resolve, pause));
      }
      if (!signal.aborted) setFollowing(false);
      return now;
    };

    /** Polls a paid order, because automatic work is delivered while the page is open. */
    const watchWork = async (paid: PaymentPage) => {
      for (let look = 0, now = paid; !signal.aborted && awaitsAutomatic(now); look += 1) {
        const pause = pauseBefore(look);
        if (pause === undefined) return;
        await new Promise((resolve) => void setTimeout(resolve, pause));
        if (signal.aborted) return;
        now = await callApi('showPayment', { params: { token }, signal });
        setPayment(now);
      }
    };

    const run = async () => {
      setFailure(undefined);
      const now = await callApi('showPayment', { params: { token }, signal });
      setPayment(now);
      const wasSent = comesBack || sessionStore.getItem(sentKey(token)) !== null;
      const step = firstStep(now, { hasChosen: chosen !== undefined && !hasGone.current, wasSent });
      if (step === 'pay' && chosen !== undefined) {
        // Pays with the method named in the address only once: after a refusal the customer chooses again.
        hasGone.current = true;
        await pay(chosen);
      }
      const settled = step === 'follow' ? await follow() : now;
      // A paid payment stays paid: ignores a failed poll.
      if (settled) await watchWork(settled).catch(() => {});
    };

    run().catch((error: unknown) => {
      if (signal.aborted) return;
      setFollowing(false);
      if (error instanceof ApiError && (error.status === 404 || error.status === 400)) setUnknown(true);
      else setFailure(failureMessage(error));
    });
    return () => gone.abort();
  }, [token, chosen, comesBack, tries, pay]);

  return {
    payment,
    isUnknown: isUnknown || token === null || token === '',
    failure,
    paying,
    isFollowing,
    pay: (way) => void pay(way),
    retry: () => setTries((count) => count + 1),
  };
}
