import { Suspense, useState } from 'react';
import { latePart } from '#ui/late-part.tsx';
import { hasWaitingFiles } from '#web/stored-orders/line-files.ts';
import { useLoggedIn } from '#web/session/session-tokens.ts';

const WaitingFiles = latePart(async () => (await import('./waiting-files.tsx')).WaitingFiles);

/** Sends the files of a placed order that are still on this device; shows nothing when there are none. */
export function FilesOnDevice({ number, isPaid }: { number: string; isPaid: boolean }) {
  const loggedIn = useLoggedIn();
  const [isNeeded] = useState(() => hasWaitingFiles(number));
  if (!isNeeded || !loggedIn) return null;
  return (
    <Suspense fallback={null}>
      <WaitingFiles number={number} isPaid={isPaid} />
    </Suspense>
  );
}
