import { useEffect, useRef } from 'react';
import type { DeskBodyOf } from '#contract/desk/endpoints.ts';
import type { DeskThread } from '#contract/desk/threads.ts';
import { UnreachableError } from '#ui/api-error.ts';
import { localStore, readJson } from '#ui/browser-storage.ts';
import { callDesk } from '#desk/api/call-desk.ts';

type Message = DeskThread['messages'][number];
/** A message that is sent in a few seconds, until it is undone. */
export type Held = Pick<Message, 'id' | 'text' | 'files'>;

const isHeld = (value: unknown): value is Held =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'text' in value &&
  typeof value.text === 'string' &&
  'files' in value &&
  Array.isArray(value.files);

function readKept(key: string): Held | undefined {
  const kept = readJson(localStore, key);
  return isHeld(kept) ? kept : undefined;
}

const newestMessages = async (number: string): Promise<readonly Message[]> =>
  (await callDesk('showThread', { params: { number }, query: { limit: 50 } })).messages;

/**
 * The kept message, once its conversation shows that it was undone; it is returned once.
 * @throws DeskError, UnreachableError
 */
async function settle(number: string, key: string): Promise<Held | undefined> {
  const kept = readKept(key);
  if (!kept) return undefined;
  const found = (await newestMessages(number)).find(({ id }) => id === kept.id);
  const canBeUndone = found !== undefined && found.sendAt !== null;
  if (canBeUndone || readKept(key)?.id !== kept.id) return undefined;
  localStore.removeItem(key);
  return found ? undefined : kept;
}

/** A message whose sending had no answer, and the ID of the newest message before it. */
type Unsure = { text: string; after: string };

/**
 * Sends and undoes messages of a conversation. After a lost answer, the conversation shows what the server did; until then, the
 * undone message stays in this browser. `me`: the person's ID; `thread`: the newest page. `onUndone`: gets a message whose undo had no
 * answer.
 */
export function useHeldMessage({
  number,
  me,
  thread,
  onUndone,
}: {
  number: string;
  me: string;
  thread: DeskThread;
  onUndone: (message: Held) => void;
}) {
  const key = `desk-undo:${me}:${number}`;
  const isUndoing = useRef(false);
  const unsure = useRef<Unsure>(undefined);
  const latest = useRef(onUndone);
  useEffect(() => {
    latest.current = onUndone;
  });
  // whenever the conversation has changed
  useEffect(() => {
    if (isUndoing.current) return;
    settle(number, key).then(
      (undone) => undone && latest.current(undone),
      () => {},
    );
  }, [thread, number, key]);
  return {
    /**
     * Undoes a message and returns its text and files.
     * @throws DeskError, UnreachableError
     */
    async undo(message: Held): Promise<Held> {
      const isRepeated = readKept(key)?.id === message.id;
      localStore.setItem(key, JSON.stringify(message));
      isUndoing.current = true;
      try {
        const undone = await callDesk('undoAnswer', { params: { number }, query: { message: message.id } });
        localStore.removeItem(key);
        return { ...message, ...undone };
      } catch (error) {
        if (!isRepeated && !(error instanceof UnreachableError)) {
          localStore.removeItem(key);
          throw error;
        }
        const undone = await settle(number, key).catch(() => undefined);
        if (undone) return undone;
        throw error;
      } finally {
        isUndoing.current = false;
      }
    },
    /**
     * Sends a message. Returns its ID, and whether it can be undone.
     * @throws DeskError, UnreachableError
     */
    async send(body: DeskBodyOf<'answerCustomer'>) {
      const before = unsure.current?.text === body.text ? unsure.current : undefined;
      unsure.current = undefined;
      try {
        const { id } = await callDesk('answerCustomer', { params: { number }, body });
        return { id, canBeUndone: true };
      } catch (error) {
        const tried =
          before ??
          (error instanceof UnreachableError
            ? { text: body.text, after: thread.messages[0]?.id ?? '0' }
            : undefined);
        if (!tried) throw error;
        const messages = await newestMessages(number).catch(() => []);
        const sent = messages.find(
          ({ id, from, text }) =>
            from === 'team' && text === body.text.trim() && BigInt(id) > BigInt(tried.after),
        );
        if (sent) return { id: sent.id, canBeUndone: sent.sendAt !== null };
        unsure.current = tried;
        throw error;
      }
    },
  };
}
