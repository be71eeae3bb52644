import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DeskLine } from '#contract/desk/work.ts';
import { ApiError, failureMessage } from '#ui/api-error.ts';
import { localStore, readJson } from '#ui/browser-storage.ts';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { type Clash, isSame, mergeDrafts, type Typed } from './merge-drafts.ts';

/** The form in which this device stores unsaved text, with the server's text that it is based on. */
type Kept = Typed & { base: Typed; basedOn: number };

export type DraftState =
  | { kind: 'saved' }
  | { kind: 'typing' }
  | { kind: 'saving' }
  | { kind: 'failed'; why: string }
  /** The person may no longer write the line, so that another try would fail too. */
  | { kind: 'refused' }
  /** Another person has changed the same pieces. */
  | { kind: 'clashing'; clashes: readonly Clash[]; by: string };

/** Whether the last save failed. The message stays until a save succeeds, also while the person types and while a retry runs. */
const hasFailed = ({ kind }: DraftState): boolean => kind === 'failed' || kind === 'refused';

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
  typeof value === 'object' && value !== null && 'texts' in value && 'message' in value && 'base' in value;

type Ref<Value> = { current: Value };
/** `base`: the server's text that `latest` is based on, in this `revision`. */
type Refs = { latest: Ref<Typed>; base: Ref<Typed>; revision: Ref<number>; isDirty: Ref<boolean> };

const keyOf = ({ number, position }: Pick<DeskLine, 'number' | 'position'>) => ['line', number, position];

const bodyOf = ({ texts, message }: Typed) => ({
  pieces: Object.entries(texts).map(([key, text]) => ({ key, text })),
  message,
});

/** The line, if the server has a revision that the text is not based on. */
async function findNewer(
  client: QueryClient,
  line: Pick<DeskLine, 'number' | 'position'>,
  revision: Ref<number>,
): Promise<DeskLine | undefined> {
  const queryKey = keyOf(line);
  await client.invalidateQueries({ queryKey });
  const found = client.getQueryData<DeskLine>(queryKey);
  return (found?.draft?.revision ?? 0) > revision.current ? found : undefined;
}

/** Shows another person's save, unless this person is typing. If only the revision differs, adopts it in any case. */
function useOthersSave(
  line: DeskLine,
  { latest, base, revision, isDirty }: Refs,
  setTyped: (typed: Typed) => void,
): void {
  const { draft } = line;
  useEffect(() => {
    if (!draft || draft.revision <= revision.current) return;
    const saved = typedOf(line);
    if (isDirty.current && !isSame(saved, base.current)) return;
    revision.current = draft.revision;
    if (isDirty.current) return;
    base.current = saved;
    latest.current = base.current;
    setTyped(latest.current);
  }, [draft, line, latest, base, revision, isDirty, setTyped]);
}

/** Saves when the page is hidden and when the line is closed. `isOpen`: whether the line is on the screen. */
function useSaveOnLeave(save: () => Promise<unknown>, isOpen: Ref<boolean>): void {
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
  }, [save, isOpen]);
}

/** Replaces the person's text of a piece by the other one's, with an Undo. */
function takeTheirs(
  { key, theirs }: Clash,
  latest: Ref<Typed>,
  change: (next: Partial<Typed>) => void,
): void {
  const put = (text: string) =>
    change(key === null ? { message: text } : { texts: { ...latest.current.texts, [key]: text } });
  const mine = key === null ? latest.current.message : (latest.current.texts[key] ?? '');
  put(theirs);
  notify({
    message: 'Your text was replaced.',
    action: { label: 'Undo', expires: true, run: () => put(mine) },
  });
}

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
  /** The line as another person saved it, while the person chooses between two texts of a piece. */
  const newest = useRef<DeskLine>(undefined);
  const saving = useRef<Promise<number | undefined>>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOpen = useRef(true);

  const keep = useCallback(() => {
    const kept: Kept = { ...latest.current, base: base.current, basedOn: revision.current };
    localStore.setItem(storeKey, JSON.stringify(kept));
  }, [storeKey]);

  /** From here on, the text is based on this state of the line. */
  const baseOn = useCallback(
    (found: DeskLine) => {
      newest.current = undefined;
      base.current = typedOf(found);
      revision.current = found.draft?.revision ?? 0;
      keep();
    },
    [keep],
  );

  /** Merges another person's save into the text; false if the person has to choose between two texts. */
  const mergeWith = useCallback(
    (found: DeskLine): boolean => {
      const { merged, clashes } = mergeDrafts(base.current, latest.current, typedOf(found));
      const by = found.draft?.savedBy.name ?? 'Someone else';
      if (!isSame(merged, latest.current) && clashes.length === 0)
        notify({ message: `${by} also changed this text. Your changes and theirs were combined.` });
      latest.current = merged;
      setTyped(merged);
      if (clashes.length === 0) {
        baseOn(found);
        return true;
      }
      newest.current = found;
      setState({ kind: 'clashing', clashes, by });
      return false;
    },
    [baseOn],
  );

  const save = useCallback(async (): Promise<number | undefined> => {
    clearTimeout(timer.current);
    await saving.current;
    if (!isDirty.current) return revision.current;
    if (newest.current) return undefined;
    const sent = latest.current;
    setState((before) => (hasFailed(before) ? before : { kind: 'saving' }));
    const asked = callDesk('saveDraft', {
      params: { number, position },
      body: { ...bodyOf(sent), basedOn: revision.current },
    }).then(
      (saved) => {
        revision.current = saved.revision;
        base.current = sent;
        if (latest.current === sent) {
          isDirty.current = false;
          localStore.removeItem(storeKey);
          setState({ kind: 'saved' });
        } else setState({ kind: 'typing' });
        void client.invalidateQueries({ queryKey: keyOf({ number, position }) });
        return saved.revision;
      },
      async (error: unknown) => {
        const isRefused = error instanceof ApiError && error.status === 409;
        const newer = isRefused ? await findNewer(client, { number, position }, revision) : undefined;
        if (newer) {
          saving.current = undefined;
          return mergeWith(newer) ? save() : undefined;
        }
        if (error instanceof ApiError && error.status === 404) {
          setState({ kind: 'refused' });
          return undefined;
        }
        setState({ kind: 'failed', why: failureMessage(error) });
        // a retry after the line was closed could save this text for the next person who logs in
        if (isOpen.current) timer.current = setTimeout(() => void save(), retry);
        return undefined;
      },
    );
    saving.current = asked;
    const saved = await asked;
    saving.current = undefined;
    return saved;
  }, [client, mergeWith, number, position, storeKey]);

  const change = useCallback(
    (next: Partial<Typed>) => {
      latest.current = { ...latest.current, ...next };
      isDirty.current = true;
      setTyped(latest.current);
      keep();
      setState((before) => (before.kind === 'clashing' || hasFailed(before) ? before : { kind: 'typing' }));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), pause);
    },
    [keep, save],
  );

  // text stored on this device that the server never received
  useEffect(() => {
    const kept = readJson(localStore, storeKey);
    if (!isKept(kept)) return;
    if (isSame(kept, typedOf(line))) return localStore.removeItem(storeKey);
    isDirty.current = true;
    base.current = kept.base;
    if (kept.basedOn === revision.current || mergeWith(line)) void save();
    // runs once, when the line is opened
  }, [storeKey]);

  useOthersSave(line, { latest, base, revision, isDirty }, setTyped);
  useSaveOnLeave(save, isOpen);

  return {
    ...typed,
    state,
    flush: save,
    setText: (key: string, text: string) => change({ texts: { ...latest.current.texts, [key]: text } }),
    setTexts: (texts: Typed['texts']) => change({ texts: { ...latest.current.texts, ...texts } }),
    /** Replaces the whole text. */
    setAll: (texts: Typed['texts'], message: string) => change({ texts, message }),
    setMessage: (message: string) => change({ message }),
    /** Ends a clash with the text of one of the two people, and saves after the last one. */
    choose(clash: Clash, whose: 'mine' | 'theirs') {
      if (state.kind !== 'clashing' || !newest.current) return;
      if (whose === 'theirs') takeTheirs(clash, latest, change);
      const clashes = state.clashes.filter((one) => one.key !== clash.key);
      if (clashes.length > 0) return setState({ ...state, clashes });
      baseOn(newest.current);
      void save();
    },
  };
}
export type Draft = ReturnType<typeof useDraft>;
