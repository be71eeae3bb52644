import { useEffect, useState } from 'react';
import type { Delivery } from '#contract/storefront/fulfilment.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { failureMessage } from '#ui/api-error.ts';
import { callApi } from '#web/api/call-api.ts';

/**
 * Loads one delivered version; none while `version` is undefined. Loads it again when `status` changes,
 * because the delivery then also has the customer's requested changes.
 */
export function useDelivery(
  number: string,
  position: number,
  version: number | undefined,
  status?: Order['lines'][number]['work']['status'],
) {
  const [delivery, setDelivery] = useState<Delivery>();
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (version === undefined) return;
    const leaving = new AbortController();
    setFailure(undefined);
    callApi('showDelivery', { params: { number, position, version }, signal: leaving.signal }).then(
      setDelivery,
      (error: unknown) => {
        if (!leaving.signal.aborted) setFailure(failureMessage(error));
      },
    );
    return () => leaving.abort();
  }, [number, position, version, status, tries]);
  return {
    // shows the earlier version until the chosen one is loaded
    delivery,
    failure,
    tryAgain: () => setTries(tries + 1),
  };
}
