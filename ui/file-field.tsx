import { Plus } from 'lucide';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  acceptedEndings,
  cleanFileName,
  type fileEndings,
  fileProblem,
  sizeWords,
} from '#contract/files/files.ts';
import type { StoredFile } from '#contract/files/file-ids.ts';
import { ApiError, failureMessage } from './api-error.ts';
import { Button } from './button.tsx';
import { FieldError } from './field.tsx';
import { focusSoon } from './focus-soon.ts';
import { Icon } from './icon.tsx';
import { type Begun, isPassing, sendInParts, type UploadCalls } from './send-in-parts.ts';

/** A file that is being uploaded. */
type Sending = {
  key: number;
  file: File;
  name: string;
  begun?: Begun;
  /** Why the upload failed. `canRetry`: a retry may succeed. */
  failure?: { words: string; canRetry: boolean };
};

const wordsOf = (error: unknown): string =>
  (error instanceof ApiError ? (error.errors['file'] ?? error.errors['files'])?.[0] : undefined) ??
  failureMessage(error);

type Uploads = {
  id: string;
  by: keyof typeof fileEndings;
  calls: UploadCalls;
  count: number;
  most: number;
  given?: readonly File[] | undefined;
  onAdd: (file: StoredFile) => Promise<void> | void;
  onPending?: ((count: number) => void) | undefined;
};

/** The uploads of a field, and what its buttons do. */
function useUploads({ id, by, calls, count, most, given, onAdd, onPending }: Uploads) {
  const [list, setList] = useState<Sending[]>([]);
  const [said, setSaid] = useState('');
  const leaving = useRef(new Map<number, AbortController>());
  const queue = useRef<Promise<void>>(Promise.resolve());
  const lastKey = useRef(0);
  useEffect(() => {
    const controllers = leaving.current;
    return () => {
      for (const one of controllers.values()) one.abort();
    };
  }, []);
  const pending = list.filter(({ failure }) => failure === undefined).length;
  useEffect(() => onPending?.(pending), [pending, onPending]);

  const change = (key: number, next: Partial<Sending>) =>
    setList((before) => before.map((one) => (one.key === key ? { ...one, ...next } : one)));
  const drop = (key: number) => setList((before) => before.filter((one) => one.key !== key));

  const send = ({ key, file, name, begun }: Sending) => {
    const controller = new AbortController();
    leaving.current.set(key, controller);
    const { signal } = controller;
    queue.current = queue.current.then(async () => {
      if (signal.aborted) return;
      try {
        const stored = await sendInParts(calls, file, {
          begun,
          signal,
          onProgress: (at) => change(key, { begun: at }),
        });
        await onAdd(stored);
        setSaid(`${name} was added.`);
        drop(key);
      } catch (error) {
        if (signal.aborted) return;
        // a retry starts a new upload when the server has deleted the old one
        const isGone = error instanceof ApiError && error.status === 404;
        setList((before) =>
          before.map((one) => {
            if (one.key !== key) return one;
            const { begun: known, ...rest } = one;
            const failure = { words: wordsOf(error), canRetry: isGone || isPassing(error) };
            return { ...rest, ...(known && !isGone ? { begun: known } : {}), failure };
          }),
        );
      }
    });
  };

  const choose = (files: readonly File[]) => {
    setSaid('');
    const chosen = files.map((file, index): Sending => {
      lastKey.current += 1;
      const name = cleanFileName(file.name);
      const words =
        count + list.length + index >= most
          ? `“${name}” wasn’t added. You can add up to ${most} files.`
          : fileProblem({ name, bytes: file.size }, by);
      return {
        key: lastKey.current,
        file,
        name,
        ...(words === undefined ? {} : { failure: { words, canRetry: false } }),
      };
    });
    setList((before) => [...before, ...chosen]);
    for (const one of chosen) if (!one.failure) send(one);
  };

  const taken = useRef<readonly File[]>(undefined);
  useEffect(() => {
    if (!given || given.length === 0 || taken.current === given) return;
    taken.current = given;
    choose(given);
    // moves the focus, because this field replaced the control in which the files were chosen
    focusSoon(id);
  });

  const retry = (one: Sending) => {
    const { failure: _, ...again } = one;
    setList((before) => before.map((other) => (other.key === one.key ? again : other)));
    send(again);
  };

  const cancel = ({ key, begun, failure }: Sending) => {
    leaving.current.get(key)?.abort();
    drop(key);
    // rejected uploads are already deleted on the server; any others expire after two hours
    if (begun && (!failure || failure.canRetry)) calls.remove(begun.id).catch(() => undefined);
    document.getElementById(id)?.focus();
  };

  return { list, said, choose, retry, cancel };
}

/** An upload with its progress, or why it failed. */
function SendingRow({
  id,
  one,
  onRetry,
  onCancel,
}: {
  id: string;
  one: Sending;
  onRetry: () => void;
  onCancel: () => void;
}) {
  return (
    <li className="flex items-start justify-between gap-4 border-b border-hairline py-2">
      {one.failure ? (
        <div role="alert" className="min-w-0 pt-2.5">
          <FieldError id={`${id}-error-${one.key}`}>{one.failure.words}</FieldError>
        </div>
      ) : (
        <div className="min-w-0 flex-1 py-2">
          <p className="wrap-anywhere">
            <bdi>{one.name}</bdi> <span className="text-small text-subtle">{sizeWords(one.file.size)}</span>
          </p>
          <progress
            className="mt-1 block h-2 w-full max-w-80 appearance-none overflow-hidden rounded-control border-0 bg-hairline [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-hairline [&::-webkit-progress-value]:bg-ink"
            aria-label={`Uploading ${one.name}`}
            max={one.file.size}
            value={one.begun?.received ?? 0}
          />
        </div>
      )}
      <span className="flex flex-none gap-4">
        {one.failure?.canRetry && (
          <button type="button" className="link min-h-11" onClick={onRetry}>
            Try again
          </button>
        )}
        <button type="button" className="link min-h-11" onClick={onCancel}>
          {one.failure ? 'Dismiss' : 'Cancel'}
          <span className="sr-only"> {one.name}</span>
        </button>
      </span>
    </li>
  );
}

/**
 * Uploads files one after another. `children`: the list of existing files. `most`: the maximum number, including existing
 * ones. `given`: files that were chosen before this field was loaded. `onAdd`: handles an uploaded file; if it throws, the
 * error is shown at the file. `onPending`: gets the number of unfinished uploads.
 */
export function FileField({
  id,
  label,
  optional = false,
  hint,
  error,
  by,
  calls,
  count,
  most,
  given,
  onAdd,
  onPending,
  children,
}: {
  id: string;
  label: string;
  optional?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  by: keyof typeof fileEndings;
  calls: UploadCalls;
  count: number;
  most: number;
  given?: readonly File[];
  onAdd: (file: StoredFile) => Promise<void> | void;
  onPending?: (count: number) => void;
  children?: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { list, said, choose, retry, cancel } = useUploads({
    id,
    by,
    calls,
    count,
    most,
    given,
    onAdd,
    onPending,
  });

  return (
    <div data-field className={error ? 'field-error' : ''} role="group" aria-labelledby={`${id}-label`}>
      <p id={`${id}-label`} className="mb-1 font-semibold">
        {label}
        {optional && <span className="font-normal text-subtle"> (optional)</span>}
      </p>
      <p id={`${id}-hint`} className="mb-2 text-small text-subtle">
        {hint} PDF, Word, Excel, PowerPoint, OpenDocument, images, text
        {by === 'staff' ? ', CSV or ZIP' : ' or CSV'}. Up to 25 MB each.
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {children}
      {list.length > 0 && (
        <ul className="mb-1">
          {list.map((one) => (
            <SendingRow
              key={one.key}
              id={id}
              one={one}
              onRetry={() => retry(one)}
              onCancel={() => cancel(one)}
            />
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        accept={acceptedEndings(by)}
        onChange={({ target }) => {
          choose([...(target.files ?? [])]);
          // without this, choosing the same file again would fire no event
          target.value = '';
        }}
      />
      <Button
        id={id}
        look="quiet"
        small
        className="mt-2"
        aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
        onClick={() => input.current?.click()}
      >
        <Icon of={Plus} size={18} /> Add files
      </Button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  );
}
