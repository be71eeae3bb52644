import { useCallback, useRef, useState } from 'react';
import { failureMessage } from './api-error.ts';
import { notify } from './snackbar.tsx';

/**
 * A lock for the work that a control starts. `begin` returns false while work of that name runs, even before React has
 * rendered that it runs. `end` releases the name. `running`: the name of the work that began last.
 */
export function useOneAtATime<Name = true>() {
  const [running, setRunning] = useState<Name | true>();
  const locked = useRef(new Set<Name | true>());
  const begin = useCallback((name: Name | true = true): boolean => {
    if (locked.current.has(name)) return false;
    locked.current.add(name);
    setRunning(() => name);
    return true;
  }, []);
  const end = useCallback((name: Name | true = true) => {
    locked.current.delete(name);
    setRunning(undefined);
  }, []);
  return { busy: running !== undefined, running, begin, end };
}

/**
 * Runs one action of a button at a time. `busy`: while it runs. A failure is shown as a notification;
 * `failed`: makes its text.
 */
export function useBusy(failed: (error: unknown) => string = failureMessage) {
  const { busy, begin, end } = useOneAtATime();
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (!begin()) return;
    try {
      await work();
    } catch (error) {
      notify({ message: failed(error), kind: 'error' });
    } finally {
      end();
    }
  };
  return { busy, run };
}
