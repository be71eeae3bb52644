import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { CabinetFrame } from '#web/cabinet/cabinet-frame.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

const titleOf = (number: string | null): string => (number === null ? 'Your messages' : `Message ${number}`);

export const meta = ({ location }: { location: { search: string } }) =>
  pageMeta({ title: titleOf(new URLSearchParams(location.search).get('ticket')) });

// a chunk of its own, so that other pages' lists of chunks stay short
const MyMessages = lazy(async () => ({ default: (await import('./my-messages.tsx')).MyMessages }));

export default function MessagesPage() {
  const [search] = useSearchParams();
  const number = search.get('ticket');
  return (
    <CabinetFrame {...(number === null ? { title: titleOf(number) } : {})}>
      <Suspense>
        <MyMessages number={number} />
      </Suspense>
    </CabinetFrame>
  );
}
