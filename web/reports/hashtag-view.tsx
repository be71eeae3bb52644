import { Copy } from 'lucide';
import type { HashtagSet, HashtagSets } from '#contract/instant/hashtag-sets.ts';
import { Button } from '#ui/button.tsx';
import { copyText } from '#ui/copy-text.ts';
import { adviceOnHashtag } from './advice-on-hashtag.ts';
import { Icon } from '#ui/icon.tsx';

const groupWords: Record<HashtagSet['tags'][number]['group'], string> = {
  core: 'Core',
  niche: 'Niche',
  audience: 'Audience',
  local: 'Local',
  brand: 'Brand',
};

/** Hashtag sets: the tags to paste per platform, all tags with reasons, and the tags left out. */
export function HashtagView({ sets, warnings, samplePost }: HashtagSets) {
  return (
    <div className="flex flex-col gap-12">
      {sets.map((set) => (
        <TopicSet key={set.topic} set={set} />
      ))}
      {samplePost !== null && samplePost.length > 0 && (
        <section aria-label="Hashtags in your post">
          <h3 className="mb-2 text-h3">Hashtags in your post</h3>
          <ul className="border-t border-hairline">
            {samplePost.map((checked) => (
              <li key={checked.tag} className="border-b border-hairline py-3">
                <strong translate="no" className="break-words">
                  {checked.tag}
                </strong>{' '}
                <span className="text-muted">{adviceOnHashtag(checked)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {warnings.length > 0 && (
        <section aria-label="Left out">
          <h3 className="mb-2 text-h3">Left out</h3>
          <ul className="flex flex-col gap-2 text-muted">
            {warnings.map(({ tag, why }) => (
              <li key={tag}>
                <strong translate="no" className="break-words text-ink">
                  {tag}
                </strong>{' '}
                {why}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const Pasted = ({ title, note, tags }: { title: string; note?: string; tags: readonly string[] }) => (
  <li className="break-inside-avoid border-b border-hairline py-4">
    <div className="flex items-center justify-between gap-4">
      <strong>{title}</strong>
      <Button look="quiet" small className="print:hidden" onClick={() => void copyText(tags.join(' '))}>
        <Icon of={Copy} size={18} /> Copy<span className="sr-only"> {title}</span>
      </Button>
    </div>
    <p translate="no" className="mt-1 break-words">
      {tags.join(' ')}
    </p>
    {note !== undefined && <p className="mt-1 text-small text-muted">{note}</p>}
  </li>
);

function TopicSet({ set: { topic, tags, platforms, rotation, fewer } }: { set: HashtagSet }) {
  return (
    <section aria-label={topic}>
      <h3 dir="auto" className="mb-2 text-h3 break-words">
        {topic}
      </h3>
      <ul className="border-t-2 border-ink">
        {platforms.map(({ platform, pick, note }) => (
          <Pasted key={platform} title={platform} note={note} tags={pick} />
        ))}
      </ul>
      {rotation.length > 1 && (
        <details className="mt-3">
          <summary className="link inline-flex min-h-11 items-center font-semibold">
            {rotation.length} sets to rotate
          </summary>
          <ul>
            {rotation.map((group, index) => (
              <Pasted key={group.join()} title={`Set ${index + 1}`} tags={group} />
            ))}
          </ul>
        </details>
      )}
      <details className="mt-1">
        <summary className="link inline-flex min-h-11 items-center font-semibold">
          All {tags.length} hashtags, with reasons
        </summary>
        {fewer !== undefined && <p className="text-base text-muted">{fewer}</p>}
        <ol className="mt-2 flex flex-col gap-2">
          {tags.map(({ tag, group, why }) => (
            <li key={tag} className="grid gap-x-6 sm:grid-cols-[14rem_5rem_1fr]">
              <strong translate="no" className="min-w-0 break-words">
                {tag}
              </strong>
              <span className="text-small text-subtle sm:pt-0.5">{groupWords[group]}</span>
              <span className="text-muted">{why}</span>
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}
