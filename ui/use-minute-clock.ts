import { useEffect, useState } from 'react';
import { clockListeners, serverNow, tick } from '#ui/server-clock.ts';
import { useHydrated } from '#ui/use-hydrated.ts';

/** The current time once the browser knows it, by the server's clock; updated each minute, so that dates stay right at the cut-off hour. */
export function useMinuteClock(): Date | undefined {
  const hydrated = useHydrated();
  const [now, setNow] = useState<Date | undefined>(() => (hydrated ? serverNow() : undefined));
  useEffect(() => {
    clockListeners.add(setNow);
    void tick();
    const timer = setInterval(() => void tick(), 60_000);
    return () => {
      clearInterval(timer);
      clockListeners.delete(setNow);
    };
  }, []);
  return now;
}
