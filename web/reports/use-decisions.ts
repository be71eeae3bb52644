import { useState } from 'react';
import { localStore, readJson } from '#ui/browser-storage.ts';
import type { Decisions } from './correct-text.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The issues that the customer dismissed, and the changes they chose or declined. Kept in this browser, by the report's name. */
export function useDecisions(name: string) {
  const dismissedKey = `dismissed:${name}`;
  const changesKey = `changes:${name}`;
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(() => {
    const stored = readJson(localStore, dismissedKey);
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []);
  });
  const [decisions, setDecisions] = useState<Decisions>(() => {
    const stored = readJson(localStore, changesKey);
    return Object.fromEntries(
      Object.entries(isRecord(stored) ? stored : {}).filter(
        (entry): entry is [string, string | null] => entry[1] === null || typeof entry[1] === 'string',
      ),
    );
  });
  const keepDismissed = (ids: ReadonlySet<string>) => {
    setDismissed(ids);
    localStore.setItem(dismissedKey, JSON.stringify([...ids]));
  };
  return {
    dismissed,
    dismiss: (ids: readonly string[]) => keepDismissed(new Set([...dismissed, ...ids])),
    restore: (id: string) => keepDismissed(new Set([...dismissed].filter((one) => one !== id))),
    decisions,
    /** Replaces the words of findings (by id), or keeps the words with null. */
    decide: (ids: readonly string[], replacement: string | null) => {
      const next = { ...decisions, ...Object.fromEntries(ids.map((id) => [id, replacement])) };
      setDecisions(next);
      localStore.setItem(changesKey, JSON.stringify(next));
    },
  };
}
