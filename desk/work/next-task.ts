import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { callDesk } from '#desk/api/call-desk.ts';

/**
 * Returns a function that opens the person's most urgent task. The function returns why there is none, or undefined when a task
 * opened.
 */
export function useNextTask(): () => Promise<string | undefined> {
  const go = useNavigate();
  return useCallback(async () => {
    const { next, isTaken } = await callDesk('next', {});
    if (!next)
      return isTaken
        ? 'Other people are already working on everything you could do now.'
        : 'You’re all caught up.';
    await go(next.url);
    return undefined;
  }, [go]);
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
