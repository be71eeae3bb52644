import { useEffect, useState } from 'react';
import { useHydrated } from '#ui/use-hydrated.ts';

/** The present, from the moment the browser knows it; moves on each minute, so a date at the cut-off hour stays true. */
export function useMinuteClock(): Date | undefined {
  const hydrated = useHydrated();
  const [now, setNow] = useState<Date | undefined>(() => (hydrated ? new Date() : undefined));
  useEffect(() => {
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
