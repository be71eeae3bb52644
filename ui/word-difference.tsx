import { memo } from 'react';
import { compareTexts, endOfPatience } from './compare-texts.ts';

type Part = { key: string; label: string; text: string };

const textLook = 'sample-text break-words whitespace-pre-wrap';

type Versions = { before: readonly Part[]; after: readonly Part[] };

const isSame = (parts: readonly Part[], others: readonly Part[]) =>
  parts.length === others.length &&
  parts.every(({ key, label, text }, index) => {
    const other = others[index]!;
    return key === other.key && label === other.label && text === other.text;
  });

/** Two versions merged into one text: removed words are struck through, added words underlined. */
export const WordDifference = memo(
  Difference,
  (shown: Versions, next: Versions) => isSame(shown.before, next.before) && isSame(shown.after, next.after),
);

function Difference({ before, after }: Versions) {
  const until = endOfPatience();
  const earlier = new Map(before.map((part) => [part.key, part]));
  const later = new Set(after.map(({ key }) => key));
  const pairs = [
    ...after.map((part) => ({ ...part, before: earlier.get(part.key)?.text ?? '' })),
    ...before.filter(({ key }) => !later.has(key)).map((part) => ({ ...part, before: part.text, text: '' })),
  ].map((pair) => ({ ...pair, changes: compareTexts(pair.before, pair.text, until) }));
  const changed = pairs.filter((pair) => pair.before !== pair.text);
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="font-semibold">
        {changed.length === 0
          ? 'Nothing has changed.'
          : pairs.length > 1
            ? `${changed.length} of ${pairs.length} parts changed.`
            : 'This text has changed.'}
      </p>
      {changed.map(({ key, label, before: old, text: now, changes }) => (
        <section key={key} aria-label={label || undefined}>
          {label !== '' && <p className="mb-1 text-small font-semibold text-muted">{label}</p>}
          {changes ? (
            <p dir="auto" className={textLook}>
              {changes.map(({ kind, text: words }, index) =>
                kind === 'same' ? (
                  words
                ) : kind === 'added' ? (
                  <ins key={index} className={changes[index - 1]?.kind === 'removed' ? 'ml-[0.15em]' : ''}>
                    <span className="sr-only"> added: </span>
                    {words}
                  </ins>
                ) : (
                  <del key={index}>
                    <span className="sr-only"> removed: </span>
                    {words}
                  </del>
                ),
              )}
            </p>
          ) : (
            <Rewritten old={old} now={now} />
          )}
        </section>
      ))}
    </div>
  );
}

function Rewritten({ old, now }: { old: string; now: string }) {
  if (old === '') return <Block title="New" words={now} />;
  if (now === '') return <Block title="Removed" words={old} />;
  return (
    <div className="flex flex-col gap-3">
      <Block title="Before" words={old} />
      <Block title="After" words={now} />
    </div>
  );
}

const Block = ({ title, words }: { title: string; words: string }) => (
  <div>
    <p className="text-small text-subtle">{title}</p>
    <p dir="auto" className={textLook}>
      {words}
    </p>
  </div>
);
