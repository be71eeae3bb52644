import { useSyncExternalStore } from 'react';

/** A value shared by several components: a minimal store for React. */
export type SharedState<Value> = {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
};

export function sharedState<Value>(initial: Value): SharedState<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useShared<Value>(state: SharedState<Value>, onServer: Value): Value {
  return useSyncExternalStore(state.subscribe, state.get, () => onServer);
}
