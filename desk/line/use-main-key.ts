import { useEffect, useState } from 'react';
import type { Draft } from './use-draft.ts';

/**
 * Runs the line's main action on Ctrl+Enter, and with Shift also what follows it. Saves unsaved text first, because only then it is known
 * which action is possible. `main`: gets whether the next task should open afterwards.
 */
export function useMainKey(main: ((thenNext: boolean) => void) | undefined, { state, flush }: Draft): void {
  const [waiting, setWaiting] = useState<{ thenNext: boolean }>();
  useEffect(() => {
    if (!waiting || !main) return;
    setWaiting(undefined);
    main(waiting.thenNext);
  }, [waiting, main]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (document.querySelector('dialog[open]')) return;
      const thenNext = event.shiftKey;
      if (main) {
        event.preventDefault();
        main(thenNext);
      } else if (state.kind === 'typing' || state.kind === 'saving') {
        event.preventDefault();
        setWaiting({ thenNext });
        void flush().then((saved) => saved === undefined && setWaiting(undefined));
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
