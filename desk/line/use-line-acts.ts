import { useQueryClient } from '@tanstack/react-query';
import type { DeskLine } from '#contract/desk/work.ts';
import { ShownError } from '#ui/api-error.ts';
import { notify } from '#ui/snackbar.tsx';
import { useOneAtATime } from '#ui/use-busy.ts';
import { callDesk } from '#desk/api/call-desk.ts';
import { useLeaveTask } from '#desk/work/next-task.ts';
import { refreshWork } from '#desk/work/pulse.ts';
import { messageAndChanges } from './read-changes.ts';
import type { Draft } from './use-draft.ts';

/**
 * What a person does to a line without a dialog. Each act says its result as a message and reads the line again; with `isLast` it also opens
 * the next task. `busy`: the act under way; until it ends, no other begins.
 */
export function useLineActs(line: DeskLine, draft: Draft) {
  const { number, position } = line;
  const client = useQueryClient();
  const leaveTask = useLeaveTask();
  const { running: busy, begin, end } = useOneAtATime<string>();
  const params = { number, position };
  const act = async (name: string, run: () => Promise<unknown>, message?: string, isLast = false) => {
    if (!begin(name)) return;
    try {
      await run();
      if (message !== undefined) notify({ message });
      if (isLast) await leaveTask();
    } catch (error) {
      notify({ message: await messageAndChanges(client, line, draft.texts, error), kind: 'error' });
    }
    end(name);
    await refreshWork(client);
  };
  const save = async () => {
    const revision = await draft.flush();
    if (revision === undefined)
      throw new ShownError('The text couldn’t be saved. See the reason at the bottom of the screen.');
    return revision;
  };
  return {
    busy,
    take: () => act('take', () => callDesk('takeLine', { params }), 'The line is assigned to you.'),
    giveBack: () =>
      act('giveBack', () => callDesk('giveBackLine', { params }), 'You’re no longer assigned to this line.'),
    start: () =>
      act(
        'start',
        async () => {
          const { refused } = await callDesk('startLines', { body: { lines: [params] } });
          if (refused[0]) throw new ShownError(refused[0].why);
        },
        'Work started. The customer will get an email.',
      ),
    /** Saves the text, and then asks whether to submit it. */
    saveAndAsk: (ask: () => void) => act('handIn', () => save().then(ask)),
    handIn: (isLast: boolean) =>
      act(
        'handIn',
        async () => callDesk('handIn', { params, body: { basedOn: await save() } }),
        'The text was submitted for review. Someone else will review and deliver the text.',
        isLast,
      ),
    undo: () =>
      act(
        'undo',
        () => callDesk('undoDelivery', { params }),
        'Delivery undone. The customer won’t see this version.',
      ),
  };
}

export type LineActs = ReturnType<typeof useLineActs>;
