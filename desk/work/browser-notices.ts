import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { localStore } from '#ui/browser-storage.ts';
import { useNewest } from './pulse.ts';

type Notices = DeskAnswerOf<'pulse'>['notices'];

/** The storage key of the ID of the newest notice that this browser showed. Without a value, the browser shows none. */
const keyOf = (staffId: string) => `notifications-${staffId}`;

/** Shows a notification with the browser. @throws TypeError in browsers that show them to installed apps only, such as Chrome on Android */
function showInBrowser(title: string, body: string, onOpen?: () => void): void {
  const shown = new Notification(title, { body, tag: 'work' });
  shown.addEventListener('click', () => {
    window.focus();
    shown.close();
    onOpen?.();
  });
}

export const isNotifying = (staffId: string): boolean =>
  localStore.getItem(keyOf(staffId)) !== null &&
  'Notification' in window &&
  Notification.permission === 'granted';

/** Asks the browser for permission and starts to show notifications. Returns why it can't, or undefined. */
export async function startNotifying(staffId: string): Promise<string | undefined> {
  const impossible = 'This browser can’t show notifications from websites. Try another browser.';
  if (!('Notification' in window) || !('locks' in navigator)) return impossible;
  if ((await Notification.requestPermission()) !== 'granted')
    return 'Your browser blocks notifications from this site. Allow them in the browser’s settings.';
  try {
    showInBrowser(
      'Notifications are on',
      'You’ll see notifications about your work in this browser while the desk is open.',
    );
  } catch {
    return impossible;
  }
  localStore.setItem(keyOf(staffId), '0');
  return undefined;
}

export const stopNotifying = (staffId: string): void => localStore.removeItem(keyOf(staffId));

/** The notices that no tab of this browser has shown yet. Tabs take turns. */
const takeNew = (staffId: string, notices: Notices): Promise<Notices> =>
  navigator.locks.request(keyOf(staffId), () => {
    const last = Number(localStore.getItem(keyOf(staffId)));
    const fresh = notices.filter(({ id }) => id > last);
    if (fresh[0]) localStore.setItem(keyOf(staffId), String(Math.max(...fresh.map(({ id }) => id))));
    return fresh;
  });

/** The page of the notice's line or conversation. */
const pathOf = ({ number, position }: Notices[number]) =>
  position === null ? `/tickets/${number}` : `/lines/${number}/${position}`;

/**
 * Shows browser notifications for the person's new notices: one notice by itself, several pages as one notification. Used once,
 * in the frame.
 */
export function useBrowserNotices(staffId: string): void {
  const notices = useNewest()?.notices;
  const go = useNavigate();
  useEffect(() => {
    if (!notices?.[0] || !isNotifying(staffId)) return;
    void takeNew(staffId, notices).then(([newest, ...others]) => {
      if (!newest) return;
      const { title, text } = newest;
      const paths = new Set([newest, ...others].map(pathOf));
      if (paths.size === 1) return showInBrowser(title, text, () => void go(pathOf(newest)));
      return showInBrowser(`${paths.size} tasks for you`, `${title}: ${text}`, () => void go('/today'));
    });
  }, [notices, staffId, go]);
}
