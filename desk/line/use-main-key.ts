import { useEffect, useRef } from 'react';
import type { Draft } from './use-draft.ts';

/** How long a pressed key may wait for its action after the line was read again (ms). */
const longestWait = 1_000;

/**
 * Runs the page's main action on Ctrl Enter (Cmd Enter), and with Shift opens the next task afterwards. Before the first save the line
 * has no action yet: then the key saves the text, reads the line again with `reload`, and runs the action that it gets.
 */
export function useMainKey(
  main: ((thenNext: boolean) => void) | undefined,
  { state, flush }: Draft,
  reload: () => Promise<unknown>,
): void {
  const waiting = useRef<{ thenNext: boolean }>(undefined);
  useEffect(() => {
    const pressed = waiting.current;
    if (!pressed || !main) return;
    waiting.current = undefined;
    main(pressed.thenNext);
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (document.querySelector('dialog[open]')) return;
      const thenNext = event.shiftKey;
      if (main) {
        event.preventDefault();
        main(thenNext);
      } else if (!['failed', 'refused', 'clashing'].includes(state.kind)) {
        event.preventDefault();
        const pressed = { thenNext };
        waiting.current = pressed;
        const forget = () => {
          if (waiting.current === pressed) waiting.current = undefined;
        };
        void flush()
          .then((saved) => (saved === undefined ? forget() : reload()))
          .finally(() => setTimeout(forget, longestWait));
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
