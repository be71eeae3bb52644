import { useRef, useState } from 'react';
import type { DeskTicketStatus } from '#contract/desk/threads.ts';
import { localStore, readJson } from '#ui/browser-storage.ts';

/** `seen`: number of messages, and `status`: state of the conversation when the person started to write. */
type Kept = { text: string; seen: number; status?: DeskTicketStatus | undefined };

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'seen' in value &&
  typeof value.seen === 'number';

/**
 * The unsent answer, saved in this browser until it is sent. `me`: the person's ID; `shown`: number of messages on the screen now, and
 * `status`: the conversation's state there.
 */
export function useAnswer({
  number,
  me,
  shown,
  status,
}: {
  number: string;
  me: string;
  shown: number;
  status: DeskTicketStatus | undefined;
}) {
  const key = `desk-message:${me}:${number}`;
  const [kept, setKept] = useState<Kept | undefined>(() => {
    const found = readJson(localStore, key);
    return isKept(found) ? found : undefined;
  });
  // a ref, so that an action started earlier still reads the newest text
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
    status: kept ? kept.status : status,
    setText: (text: string) => keep(text === '' ? undefined : { status, seen: shown, ...kept, text }),
    /** Adds a saved reply below the text typed so far. */
    append(reply: string) {
      const typed = latest.current?.text ?? '';
      keep({
        text: typed.trim() === '' ? reply : `${typed.trimEnd()}\n\n${reply}`,
        seen: latest.current?.seen ?? shown,
        status: latest.current ? latest.current.status : status,
      });
    },
    /** Inserts an undone message above the text typed since. */
    restore(called: string, seen: number) {
      const typed = latest.current?.text ?? '';
      keep({ text: typed.trim() === '' ? called : `${called}\n\n${typed}`, seen, status });
    },
    clear: () => keep(undefined),
  };
}
