import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * What a letter's link carries behind the #. It is taken out of the address bar at once: an address is kept in the
 * history, copied and shown, and a code must not be.
 */
export function useEmailLinkParams(): URLSearchParams | undefined {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [taken, setTaken] = useState<URLSearchParams>();
  useEffect(() => {
    const fragment = new URLSearchParams(hash.slice(1));
    if (!fragment.has('email')) return;
    setTaken(fragment);
    void navigate({ pathname, search }, { replace: true, preventScrollReset: true });
  }, [pathname, search, hash, navigate]);
  return taken;
}
