import { useEffect, useState } from 'react';
import { clockListeners, readServerClock, serverNow } from '#ui/server-clock.ts';
import { useHydrated } from '#ui/use-hydrated.ts';

/** The current time once the browser knows it, by the server's clock; updated each minute, so that dates stay right at the cut-off hour. */
export function useMinuteClock(): Date | undefined {
  const hydrated = useHydrated();
  const [now, setNow] = useState<Date | undefined>(() => (hydrated ? serverNow() : undefined));
  useEffect(() => {
    const show = () => setNow(serverNow());
    const tick = () => {
      show();
      void readServerClock();
    };
    clockListeners.add(show);
    tick();
    const timer = setInterval(tick, 60_000);
    return () => {
      clearInterval(timer);
      clockListeners.delete(show);
    };
  }, []);
  return now;
}
