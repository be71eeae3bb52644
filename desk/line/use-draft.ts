import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DeskLine } from '#contract/desk-work.ts';
import { ApiError, failureMessage } from '#ui/api-error.ts';
import { localStore, readJson } from '#ui/browser-storage.ts';
import { callDesk } from '#desk/api/call-desk.ts';

type Texts = Readonly<Record<string, string>>;
type Typed = { texts: Texts; message: string };
/** The form in which this device stores unsaved text. */
type Kept = Typed & { basedOn: number };

export type DraftState =
  | { kind: 'saved' }
  | { kind: 'typing' }
  | { kind: 'saving' }
  | { kind: 'failed'; why: string }
  /** Another person has saved meanwhile. */
  | { kind: 'moved' };

/** Delay between the last keystroke and the save (ms). */
const pause = 800;
/** Delay before the retry of a failed save (ms). */
const retry = 5_000;

const nothing: Typed = { texts: {}, message: '' };

const typedOf = ({ draft }: DeskLine): Typed =>
  draft
    ? { texts: Object.fromEntries(draft.pieces.map(({ key, text }) => [key, text])), message: draft.message }
    : nothing;

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'texts' in value && 'message' in value && 'basedOn' in value;

const isSame = (a: Typed, b: Typed) => {
  const keys = new Set([...Object.keys(a.texts), ...Object.keys(b.texts)]);
  return (
    a.message.trim() === b.message.trim() &&
    [...keys].every((key) => (a.texts[key] ?? '').trim() === (b.texts[key] ?? '').trim())
  );
};

/**
 * The draft's text: saved after a pause in typing, stored on this device until the server has it, and never replaced while
 * the person types. `me`: the person's ID, so that text left on this device is never saved as another person's. `flush` saves unsaved text and returns the revision; undefined when it failed.
 */
export function useDraft(line: DeskLine, me: string) {
  const client = useQueryClient();
  const { number, position } = line;
  const storeKey = `desk-draft:${me}:${number}:${position}`;
  const [typed, setTyped] = useState<Typed>(() => {
    const kept = readJson(localStore, storeKey);
    return isKept(kept) ? { texts: kept.texts, message: kept.message } : typedOf(line);
  });
  const [state, setState] = useState<DraftState>({ kind: 'saved' });
  const latest = useRef(typed);
  /** The server's text that this one is based on. */
  const base = useRef(typedOf(line));
  const revision = useRef(line.draft?.revision ?? 0);
  const isDirty = useRef(false);
  const saving = useRef<Promise<number | undefined>>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOpen = useRef(true);

  const save = useCallback(async (): Promise<number | undefined> => {
    clearTimeout(timer.current);
    await saving.current;
    if (!isDirty.current) return revision.current;
    const sent = latest.current;
    setState({ kind: 'saving' });
    /** The line, if the server has a revision that this text is not based on. */
    const findNewer = async () => {
      const queryKey = ['line', number, position];
      await client.invalidateQueries({ queryKey });
      const found = client.getQueryData<DeskLine>(queryKey);
      return (found?.draft?.revision ?? 0) > revision.current ? found : undefined;
    };
    const asked = callDesk('saveDraft', {
      params: { number, position },
      body: {
        pieces: Object.entries(sent.texts).map(([key, text]) => ({ key, text })),
        message: sent.message,
        basedOn: revision.current,
      },
    }).then(
      (saved) => {
        revision.current = saved.revision;
        base.current = sent;
        if (latest.current === sent) {
          isDirty.current = false;
          localStore.removeItem(storeKey);
          setState({ kind: 'saved' });
        } else setState({ kind: 'typing' });
        void client.invalidateQueries({ queryKey: ['line', number, position] });
        return saved.revision;
      },
      async (error: unknown) => {
        const isRefused = error instanceof ApiError && error.status === 409;
        const newer = isRefused ? await findNewer() : undefined;
        if (newer && isSame(typedOf(newer), base.current)) {
          // only the files have changed
          revision.current = newer.draft?.revision ?? 0;
          saving.current = undefined;
          return save();
        }
        if (newer) setState({ kind: 'moved' });
        else {
          setState({ kind: 'failed', why: failureMessage(error) });
          // a retry after the line was closed could save this text for the next person who logs in
          if (isOpen.current) timer.current = setTimeout(() => void save(), retry);
        }
        return undefined;
      },
    );
    saving.current = asked;
    const saved = await asked;
    saving.current = undefined;
    return saved;
  }, [client, number, position, storeKey]);

  const change = useCallback(
    (next: Partial<Typed>) => {
      latest.current = { ...latest.current, ...next };
      isDirty.current = true;
      setTyped(latest.current);
      const kept: Kept = { ...latest.current, basedOn: revision.current };
      localStore.setItem(storeKey, JSON.stringify(kept));
      setState((before) => (before.kind === 'moved' ? before : { kind: 'typing' }));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), pause);
    },
    [save, storeKey],
  );

  // text stored on this device that the server never received
  useEffect(() => {
    const kept = readJson(localStore, storeKey);
    if (!isKept(kept)) return;
    if (isSame(kept, typedOf(line))) return localStore.removeItem(storeKey);
    isDirty.current = true;
    if (kept.basedOn === revision.current) void save();
    else setState({ kind: 'moved' });
    // runs once, when the line is opened
  }, [storeKey]);

  // takes over another person's save only while nobody types here
  const { draft } = line;
  useEffect(() => {
    if (!draft || isDirty.current || draft.revision <= revision.current) return;
    revision.current = draft.revision;
    base.current = typedOf(line);
    latest.current = base.current;
    setTyped(latest.current);
  }, [draft, line]);

  useEffect(() => {
    isOpen.current = true;
    const leave = () => {
      if (document.hidden) void save();
    };
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      isOpen.current = false;
      void save();
    };
  }, [save]);

  return {
    ...typed,
    state,
    flush: save,
    setText: (key: string, text: string) => change({ texts: { ...latest.current.texts, [key]: text } }),
    setTexts: (texts: Texts) => change({ texts: { ...latest.current.texts, ...texts } }),
    setMessage: (message: string) => change({ message }),
    /** Discards the person's text and loads the server's newest. */
    takeTheirs() {
      isDirty.current = false;
      localStore.removeItem(storeKey);
      revision.current = line.draft?.revision ?? 0;
      base.current = typedOf(line);
      latest.current = base.current;
      setTyped(latest.current);
      setState({ kind: 'saved' });
    },
    /** Saves the person's text over the server's newest. */
    async keepMine() {
      revision.current = line.draft?.revision ?? 0;
      await save();
    },
  };
}
export type Draft = ReturnType<typeof useDraft>;
