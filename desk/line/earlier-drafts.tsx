import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { latePart } from '#ui/late-part.tsx';
import type { DeskLine } from '#contract/desk/work.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { Dialog } from '#desk/frame/dialog.tsx';
import { formatTime } from '#desk/frame/format-time.ts';
import type { Typed } from './merge-drafts.ts';
import type { Draft } from './use-draft.ts';

const WordDifference = latePart(async () => (await import('#ui/word-difference.tsx')).WordDifference);

/** A button that shows the draft's earlier states and can restore one. */
export function EarlierDrafts({ line, draft }: { line: DeskLine; draft: Draft }) {
  const [isOpen, setOpen] = useState(false);
  if (line.draft === null || line.draft.revision < 2) return null;
  return (
    <>
      <Button look="quiet" small className="self-start" onClick={() => setOpen(true)}>
        Earlier drafts
      </Button>
      {isOpen && <EarlierDialog line={line} draft={draft} onClose={() => setOpen(false)} />}
    </>
  );
}

function EarlierDialog({ line, draft, onClose }: { line: DeskLine; draft: Draft; onClose: () => void }) {
  const { number, position, sheet } = line;
  const [chosen, setChosen] = useState<number>();
  const earlier = useQuery({
    queryKey: ['earlier drafts', number, position],
    queryFn: ({ signal }) => callDesk('listEarlierDrafts', { params: { number, position }, signal }),
    staleTime: 0,
  });
  const partsOf = ({ texts, message }: Typed) => [
    ...sheet.pieces.map(({ key, label }) => ({ key, label, text: texts[key] ?? '' })),
    { key: 'the message', label: 'Message to the customer', text: message },
  ];
  const restore = (before: Typed, at: string) => {
    const { texts, message } = draft;
    draft.setAll(before.texts, before.message);
    notify({
      message: `The draft from ${at} was restored.`,
      action: { label: 'Undo', run: () => draft.setAll(texts, message) },
    });
    onClose();
  };
  return (
    <Dialog title="Earlier drafts" isWide onClose={onClose}>
      <Awaited query={earlier}>
        {({ drafts }) => {
          if (drafts.length === 0) return <p>There are no earlier drafts.</p>;
          const { revision, pieces, message, savedAt, by } =
            drafts.find((one) => one.revision === chosen) ?? drafts[0]!;
          const before = { texts: Object.fromEntries(pieces.map(({ key, text }) => [key, text])), message };
          return (
            <>
              <div role="group" aria-label="Drafts" className="flex flex-wrap gap-3">
                {drafts.map((one) => (
                  <Button
                    key={one.revision}
                    look={one.revision === revision ? 'primary' : 'quiet'}
                    small
                    aria-pressed={one.revision === revision}
                    onClick={() => setChosen(one.revision)}
                  >
                    {one.by}, {formatTime(one.savedAt)}
                  </Button>
                ))}
              </div>
              <p>Changes since {by}’s draft:</p>
              <Suspense fallback={<Skeleton lines={4} />}>
                <WordDifference before={partsOf(before)} after={partsOf(draft)} />
              </Suspense>
              <div className="flex flex-wrap gap-3">
                {line.may.includes('write') && (
                  <Button onClick={() => restore(before, formatTime(savedAt))}>Restore this draft</Button>
                )}
                <Button look="quiet" onClick={onClose}>
                  Close
                </Button>
              </div>
            </>
          );
        }}
      </Awaited>
    </Dialog>
  );
}
