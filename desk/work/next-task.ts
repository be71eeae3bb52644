import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { FullPerson } from '#contract/desk/work.ts';
import { callDesk } from '#desk/api/call-desk.ts';

/** Why a person gets no unassigned lines. */
export const fullWords = ({ most }: FullPerson): string =>
  `You’ve reached your limit of ${most} open ${most === 1 ? 'line' : 'lines'}. Finish one before you assign another to yourself.`;

/**
 * Returns a function that opens the person's most urgent task; with `after`, a path below /desk, the one that follows that task. The
 * function returns why there is none, or undefined when a task opened.
 */
export function useNextTask(): (after?: string) => Promise<string | undefined> {
  const go = useNavigate();
  return useCallback(
    async (after) => {
      const { next, isTaken, full } = await callDesk('next', { body: { after } });
      if (!next)
        return isTaken
          ? 'Other people are already working on your remaining tasks.'
          : full
            ? fullWords(full)
            : 'There’s nothing else for you to do now.';
      await go(next.url);
      return undefined;
    },
    [go],
  );
}

/** Returns a function that leaves a finished task: for the next one, or for Today when there is none or the call fails. */
export function useLeaveTask(): () => Promise<void> {
  const go = useNavigate();
  const nextTask = useNextTask();
  return useCallback(async () => {
    const isOpen = await nextTask().then(
      (why) => why === undefined,
      () => false,
    );
    if (!isOpen) await go('/today');
  }, [go, nextTask]);
}
