import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves the focus to the element with this id if the URL ends in `#` and the id: once for each navigation, when the caller's content is
 * there.
 */
export function useNamedPart(id: string): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === `#${id}`) document.getElementById(id)?.focus();
  }, [hash, key, id]);
}
