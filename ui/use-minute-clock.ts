import { useEffect, useState } from 'react';
import { useHydrated } from '#ui/use-hydrated.ts';

/** The current time once the browser knows it; updated each minute, so that dates stay right at the cut-off hour. */
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
