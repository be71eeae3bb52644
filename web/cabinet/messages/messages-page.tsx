import { lazy, Suspense } from 'react';
import { pageMeta } from '#web/shell/page-meta.ts';

export function meta({ location }: { location: { search: string } }) {
  const number = new URLSearchParams(location.search).get('ticket');
  return pageMeta({ title: number === null ? 'Your messages' : `Message ${number}` });
}

// a chunk of its own, so that other pages' lists of chunks stay short
const MyMessages = lazy(async () => ({ default: (await import('./my-messages.tsx')).MyMessages }));

export default function MessagesPage() {
  return (
    <Suspense>
      <MyMessages />
    </Suspense>
  );
}
