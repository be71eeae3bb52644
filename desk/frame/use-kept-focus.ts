import { useEffect } from 'react';

/**
 * Moves the focus to the screen's heading when the focused control disappears, such as a button whose action is done.
 * Without it, a screen reader and the Tab key would start again at the top of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element) last = target;
    };
    const restore = () => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      const heading = document.querySelector<HTMLElement>('main h1');
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(restore);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, []);
}
