import { useState } from 'react';
import { failureMessage } from './api-error.ts';
import { notify } from './snackbar.tsx';

/** Work that a button starts, one at a time. `busy`: while it runs. Says why it failed; `failed`: in words that fit the work. */
export function useBusy(failed: (error: unknown) => string = failureMessage) {
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notify({ message: failed(error), kind: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
