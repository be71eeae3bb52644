import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while the page is the file that was sent, true once the scripts run: for what only the browser knows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
