import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DeskAnswerOf } from '#contract/desk-endpoints.ts';
import { sharedState, useShared } from '#ui/shared-state.ts';
import { callDesk } from '#desk/api/call-desk.ts';

type Pulse = DeskAnswerOf<'pulse'>;
type Place = { at: string | null; isWriting: boolean };

const nowhere: Place = { at: null, isWriting: false };
const place = sharedState<Place>(nowhere);
const newest = sharedState<Pulse | null>(null);
/** Whether work changed since the lists on screen were read: they say so, and never move by themselves. */
const changed = sharedState(false);

/** How often the desk asks (ms): oftener beside somebody else, seldom while nobody looks. */
const every = { together: 3_000, alone: 8_000, hidden: 60_000 };

/** Keeps asking what changed and who else is here. Runs once, in the frame. */
export function usePulse(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const asking = new AbortController();
    async function ask() {
      clearTimeout(timer);
      const before = newest.get();
      try {
        const pulse = await callDesk('pulse', { body: place.get(), signal: asking.signal });
        newest.set(pulse);
        if (before && hasNews(before, pulse)) tell(client);
      } catch {
        // the next one may be answered; a call of the person says what is wrong
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

const hasNews = ({ marks: before }: Pulse, { marks }: Pulse): boolean =>
  before.work !== marks.work || before.messages !== marks.messages;

function tell(client: QueryClient): void {
  changed.set(true);
  for (const key of ['line', 'order', 'thread']) void client.invalidateQueries({ queryKey: [key] });
}

/** Tells others where the person is. `at`: as the audit log names it. */
export function usePlace(at: string, isWriting: boolean): void {
  useEffect(() => {
    place.set({ at, isWriting });
  }, [at, isWriting]);
  useEffect(() => () => place.set(nowhere), [at]);
}

export const useNewest = (): Pulse | null => useShared(newest, null);
/** Who else is at the same place, in words. */
export const hereWords = (here: Pulse['here']): string =>
  here.map(({ name, isWriting }) => `${name} ${isWriting ? 'is writing' : 'is here'}.`).join(' ');
export const useChanged = (): boolean => useShared(changed, false);

/** Reads the lists of work anew: at the person's wish, or because they changed something themselves. */
export async function refreshWork(client: QueryClient): Promise<void> {
  changed.set(false);
  await Promise.all(
    ['lines', 'today', 'line', 'order', 'thread'].map((key) => client.invalidateQueries({ queryKey: [key] })),
  );
}
