import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { sharedState, useShared } from '#ui/shared-state.ts';
import { callDesk } from '#desk/api/call-desk.ts';

type Pulse = DeskAnswerOf<'pulse'>;
type Place = { at: string | null; isWriting: boolean };

const nowhere: Place = { at: null, isWriting: false };
const place = sharedState<Place>(nowhere);
const newest = sharedState<Pulse | null>(null);
/** Whether work changed since the lists on screen were loaded. The lists announce it and reload only on request. */
const changed = sharedState(false);

/** Poll interval (ms): short while another person is on the same screen, long while the tab is hidden. */
const every = { together: 3_000, alone: 8_000, hidden: 60_000 };

/** Polls for changes and for other people on the same screen. Used once, in the frame. */
export function usePulse(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const asking = new AbortController();
    async function ask() {
      clearTimeout(timer);
      const before = newest.get();
      try {
        const pulse = await callDesk('pulse', {
          body: { ...place.get(), isFocused: document.hasFocus() },
          signal: asking.signal,
        });
        newest.set(pulse);
        if (before) tell(client, before, pulse);
      } catch {
        // the next poll may succeed; a failed call of the person shows the error
      }
      if (asking.signal.aborted) return;
      const pace = document.hidden ? 'hidden' : newest.get()?.here.length ? 'together' : 'alone';
      timer = setTimeout(() => void ask(), every[pace]);
    }
    const look = () => {
      if (!document.hidden) void ask();
    };
    const leave = place.subscribe(() => void ask());
    document.addEventListener('visibilitychange', look);
    void ask();
    return () => {
      asking.abort();
      clearTimeout(timer);
      leave();
      document.removeEventListener('visibilitychange', look);
    };
  }, [client]);
}

/** Reloads what is open, and announces what other people changed. */
function tell(client: QueryClient, { marks: before }: Pulse, { marks }: Pulse): void {
  if (before.others !== marks.others) changed.set(true);
  if (before.work === marks.work && before.messages === marks.messages) return;
  for (const key of ['line', 'order', 'thread', 'ticket']) void client.invalidateQueries({ queryKey: [key] });
}

/** Reports the person's location to others. `at`: the line, order or ticket, named as in the audit log. */
export function usePlace(at: string, isWriting: boolean): void {
  useEffect(() => {
    place.set({ at, isWriting });
  }, [at, isWriting]);
  useEffect(() => () => place.set(nowhere), [at]);
}

export const useNewest = (): Pulse | null => useShared(newest, null);
/** Names the other people on the same screen. */
export const hereWords = (here: Pulse['here']): string =>
  here.map(({ name, isWriting }) => `${name} ${isWriting ? 'is writing' : 'is here'}.`).join(' ');
export const useChanged = (): boolean => useShared(changed, false);

/** Reloads the lists of work, on request or after the person changed something. */
export async function refreshWork(client: QueryClient): Promise<void> {
  changed.set(false);
  await Promise.all(
    ['lines', 'today', 'line', 'order', 'thread', 'tickets', 'ticket', 'proposals'].map((key) =>
      client.invalidateQueries({ queryKey: [key] }),
    ),
  );
}
