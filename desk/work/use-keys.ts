import { useEffect, useRef } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && target.type === 'checkbox');

/** Whether a key is meant for the desk: outside of fields and dialogs, without a modifier. */
const isForDesk = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) &&
  !isTyping(event.target) &&
  !document.querySelector('dialog[open]');

/**
 * Runs an action when its key is pressed outside of fields and dialogs. Keys without a modifier can be switched off (WCAG 2.1.4): pass
 * `isOn`. Memoize nothing: the newest actions are used.
 */
export function useKeys(keys: Readonly<Record<string, () => void>>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (!isForDesk(event)) return;
      const act = keys[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [keys, isOn]);
}

/** How long the second key may take (ms). */
const patience = 1_500;

/** Runs an action when its key follows G. The second key does nothing else, whatever it does on the screen. */
export function useGoKeys(keys: Readonly<Record<string, () => void>>, isOn: boolean): void {
  const pressed = useRef(-Infinity);
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (!isForDesk(event)) return;
      const isSecond = event.timeStamp - pressed.current < patience;
      pressed.current = event.key.toLowerCase() === 'g' ? event.timeStamp : -Infinity;
      const act = isSecond ? keys[event.key.toLowerCase()] : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    };
    // before the screen's own keys
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [keys, isOn]);
}
