import { useEffect } from 'react';
import { isForDesk } from '#desk/work/use-keys.ts';

/** Handles text that is pasted outside of fields and dialogs. */
export function usePaste(onPaste: ((text: string) => void) | undefined): void {
  useEffect(() => {
    if (!onPaste) return;
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text.trim() === '' || !isForDesk(event)) return;
      event.preventDefault();
      onPaste(text);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  });
}
