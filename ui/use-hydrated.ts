import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False before hydration, true afterwards: for values that only the browser knows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
