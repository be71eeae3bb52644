import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** After a navigation: announces the page, and moves the keyboard focus to its top. */
export function RouteAnnouncer() {
  const { pathname, hash } = useLocation();
  const [announcement, setAnnouncement] = useState('');
  const previous = useRef<string | null>(null);

  useEffect(() => {
    const isFirst = previous.current === null;
    const samePage = previous.current === pathname;
    previous.current = pathname;
    if (isFirst && !hash) return;
    const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (samePage && !target) return;
    // The page's own effects run first: a form may already have the focus.
    const frame = requestAnimationFrame(() => {
      if (!samePage) setAnnouncement(document.title);
      const goal =
        target ?? document.querySelector<HTMLElement>('main h1') ?? document.getElementById('content');
      if (!goal || document.activeElement?.closest('main')) return;
      if (!goal.hasAttribute('tabindex')) goal.tabIndex = -1;
      goal.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname, hash]);

  return (
    <div aria-live="polite" aria-atomic className="sr-only">
      {announcement}
    </div>
  );
}
