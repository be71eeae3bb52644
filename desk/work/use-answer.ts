import { useRef, useState } from 'react';
import { localStore, readJson } from '#ui/browser-storage.ts';

/** `seen`: the messages that the writer had seen when they began. */
type Kept = { text: string; seen: number };

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'seen' in value &&
  typeof value.seen === 'number';

/** An answer that is being written, kept on this device until it is sent. `shown`: the messages on the screen now. */
export function useAnswer(number: string, shown: number) {
  const key = `desk-message:${number}`;
  const [kept, setKept] = useState<Kept | undefined>(() => {
    const found = readJson(localStore, key);
    return isKept(found) ? found : undefined;
  });
  // an act that began before the last key knows the newest text
  const latest = useRef(kept);
  const keep = (next: Kept | undefined) => {
    latest.current = next;
    setKept(next);
    if (next) localStore.setItem(key, JSON.stringify(next));
    else localStore.removeItem(key);
  };
  return {
    text: kept?.text ?? '',
    seen: kept?.seen ?? shown,
    setText: (text: string) => keep(text === '' ? undefined : { text, seen: kept?.seen ?? shown }),
    /** Puts a message that was called back above what was typed since. */
    restore(called: string, seen: number) {
      const typed = latest.current?.text ?? '';
      keep({ text: typed.trim() === '' ? called : `${called}\n\n${typed}`, seen });
    },
    clear: () => keep(undefined),
  };
}
