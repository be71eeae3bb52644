import { X } from 'lucide';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { sharedState, useShared } from './shared-state.ts';
import { Icon } from '#ui/icon.tsx';

export type Notification = {
  message: string;
  /** Errors interrupt a screen reader; other messages wait. */
  kind?: 'status' | 'error';
  /** A decorative image beside the text. */
  image?: ReactNode;
  /** `expires`: the action is possible for some seconds only. */
  action?: { label: string; run: () => void; expires?: true };
};

const current = sharedState<(Notification & { id: number }) | null>(null);
let lastId = 0;

export function notify(notification: Notification): void {
  lastId += 1;
  current.set({ ...notification, id: lastId });
}

export function dismissNotification(): void {
  current.set(null);
}

/** How long a notification stays after focus and pointer have left it (ms). With an action: longer, or until it is used. */
const shownMs = 5000;
const shownWithActionMs = 10_000;

export function Snackbar() {
  const notification = useShared(current, null);
  const [held, setHeld] = useState(false);
  const action = notification?.action;
  const stays = action !== undefined && !action.expires;
  const limitMs = action ? shownWithActionMs : shownMs;
  const id = notification?.id;

  useEffect(() => setHeld(false), [id]);

  useEffect(() => {
    if (id === undefined || held || stays) return;
    const timer = setTimeout(dismissNotification, limitMs);
    return () => clearTimeout(timer);
  }, [id, held, stays, limitMs]);

  // On a phone a notification covers the top of a form, so typing hides it; one with an action stays.
  const goesWhenTyping = id !== undefined && !action;
  useEffect(() => {
    if (!goesWhenTyping) return;
    document.addEventListener('input', dismissNotification);
    return () => document.removeEventListener('input', dismissNotification);
  }, [goesWhenTyping]);

  const hold = useCallback(() => setHeld(true), []);
  const release = useCallback(() => setHeld(false), []);
  const isError = notification?.kind === 'error';

  // Shown at the top of a phone's screen, because the order bar and the end of a form are at the bottom. Both
  // live regions always exist: screen readers announce only changes of known regions.
  return (
    <div className="pointer-events-none fixed inset-x-0 top-0 z-30 flex justify-center p-3 md:top-auto md:bottom-0 md:justify-end md:p-6">
      {(['status', 'alert'] as const).map((role) => (
        <div key={role} role={role}>
          {notification && isError === (role === 'alert') && (
            <div
              key={notification.id}
              className="slide-in pointer-events-auto flex w-fit max-w-[min(26rem,calc(100vw-2rem))] items-center gap-3 rounded-control bg-ink py-2 pr-2 pl-4 text-bg shadow-float outline-1 outline-transparent"
              onPointerEnter={hold}
              onPointerLeave={release}
              onFocus={hold}
              onBlur={release}
            >
              {isError && <span aria-hidden className="h-8 w-1 flex-none rounded-full bg-red-line" />}
              {notification.image}
              <span className="min-w-0 flex-1 py-1.5 font-medium">{notification.message}</span>
              {notification.action && <Action action={notification.action} />}
              <button
                type="button"
                aria-label="Close"
                className="grid size-11 flex-none place-items-center rounded-control opacity-80 hover:opacity-100"
                onClick={dismissNotification}
              >
                <Icon of={X} />
              </button>
            </div>
          )}
        </div>
      ))}
    </div>
  );
}

function Action({ action }: { action: NonNullable<Notification['action']> }) {
  return (
    <button
      type="button"
      className="flex min-h-11 flex-none items-center rounded-control px-2 font-semibold underline underline-offset-4"
      onClick={() => {
        dismissNotification();
        action.run();
      }}
    >
      {action.label}
    </button>
  );
}
