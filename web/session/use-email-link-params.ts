import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The parameters behind # in an email's link. Removed from the address bar at once: addresses are kept in the
 * history, copied and shown, and codes must not be.
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
