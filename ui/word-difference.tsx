import { compareTexts, placesOf } from './compare-texts.ts';

type Part = { key: string; label: string; text: string };

const text = 'sample-text break-words whitespace-pre-wrap';

/** The parts of two versions side by side in one text: what was removed is struck, what was added underlined. */
export function WordDifference({ before, after }: { before: readonly Part[]; after: readonly Part[] }) {
  const earlier = new Map(before.map((part) => [part.key, part]));
  const later = new Set(after.map(({ key }) => key));
  const pairs = [
    ...after.map((part) => ({ ...part, before: earlier.get(part.key)?.text ?? '' })),
    ...before.filter(({ key }) => !later.has(key)).map((part) => ({ ...part, before: part.text, text: '' })),
  ].map((pair) => ({ ...pair, changes: compareTexts(pair.before, pair.text) }));
  const changed = pairs.filter((pair) => pair.before !== pair.text);
  const places = changed.reduce((sum, { changes }) => sum + (changes ? placesOf(changes) : 1), 0);
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="font-semibold">
        {places === 0
          ? 'The text is the same.'
          : `${places} ${places === 1 ? 'place' : 'places'} changed${pairs.length > 1 ? ` in ${changed.length} of ${pairs.length} parts` : ''}.`}
      </p>
      {changed.map(({ key, label, before: old, text: now, changes }) => (
        <section key={key} aria-label={label || undefined}>
          {label !== '' && <h5 className="mb-1 text-small font-semibold text-muted">{label}</h5>}
          {changes ? (
            <p dir="auto" className={text}>
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
  if (now === '') return <Block title="Left out" words={old} />;
  return (
    <div className="flex flex-col gap-3">
      <Block title="Before" words={old} />
      <Block title="Now, written anew" words={now} />
    </div>
  );
}

const Block = ({ title, words }: { title: string; words: string }) => (
  <div>
    <p className="text-small text-subtle">{title}</p>
    <p dir="auto" className={text}>
      {words}
    </p>
  </div>
);
