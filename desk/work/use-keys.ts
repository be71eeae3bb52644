import { useEffect, useRef } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && target.type === 'checkbox');

/** Whether an event occurred outside of fields, dialogs and menus, and nothing has handled it. */
export const isForDesk = (event: Event): boolean =>
  !event.defaultPrevented &&
  !isTyping(event.target) &&
  !document.querySelector('dialog[open], :popover-open');

/** Whether a key press is a shortcut: also without a modifier. */
const isKeyForDesk = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey) && isForDesk(event);

/**
 * Runs an action when its key is pressed outside of fields and dialogs. `isOn`: the person's setting for keys without a
 * modifier (WCAG 2.1.4). `keys` need not be memoized.
 */
export function useKeys(
  keys: Readonly<Record<string, (press: { isShifted: boolean }) => void>>,
  isOn: boolean,
): void {
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (!isKeyForDesk(event)) return;
      const act = keys[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act({ isShifted: event.shiftKey });
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [keys, isOn]);
}

/** Maximum time between G and the second key (ms). */
const patience = 1_500;

/** Runs an action when its key is pressed after G. The second key's own action on the screen is suppressed. */
export function useGoKeys(keys: Readonly<Record<string, () => void>>, isOn: boolean): void {
  const pressed = useRef(-Infinity);
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (!isKeyForDesk(event)) return;
      const isSecond = event.timeStamp - pressed.current < patience;
      pressed.current = event.key.toLowerCase() === 'g' ? event.timeStamp : -Infinity;
      const act = isSecond ? keys[event.key.toLowerCase()] : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    };
    // the capture phase comes before the screen's own keys
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [keys, isOn]);
}
