import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { callDesk } from '#desk/api/call-desk.ts';

/**
 * Returns a function that opens the person's most urgent task; with `after`, a path below /desk, the one that follows that task. The
 * function returns why there is none, or undefined when a task opened.
 */
export function useNextTask(): (after?: string) => Promise<string | undefined> {
  const go = useNavigate();
  return useCallback(
    async (after) => {
      const { next, isTaken } = await callDesk('next', { body: { after } });
      if (!next)
        return isTaken
          ? 'Other people are already working on everything else that you could do now.'
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
