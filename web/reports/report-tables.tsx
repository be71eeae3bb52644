import { Check, Minus } from 'lucide';
import type { AnalyzerReport } from '#contract/instant/analyzer-report.ts';
import { Icon } from '#ui/icon.tsx';

/** What readers of this kind of text look for, each with the passage that shows it. */
export function Checklist({
  checklist,
  text,
}: {
  checklist: NonNullable<AnalyzerReport['checklist']>;
  text: string;
}) {
  return (
    <section aria-labelledby="checklist">
      <h2 id="checklist" className="font-display text-h3 font-[650]">
        Checklist: {checklist.title.charAt(0).toLowerCase() + checklist.title.slice(1)}
      </h2>
      <p className="mb-3 text-base text-muted">
        Readers look for these points. Our check goes only by words and numbers, so use your own judgment,
        too.
      </p>
      <ul className="border-t-2 border-ink">
        {checklist.points.map(({ label, isMet, start, end }) => (
          <li key={label} className="flex gap-3 border-b border-hairline py-2.5">
            <Icon
              of={isMet ? Check : Minus}
              size={20}
              className={`mt-0.5 flex-none ${isMet ? 'text-success' : 'text-red-line'}`}
            />
            <div className="min-w-0">
              <p>
                <span className="sr-only">{isMet ? 'Found: ' : 'Missing: '}</span>
                {label}
                {!isMet && (
                  <span aria-hidden className="text-muted">
                    {' '}
                    (missing)
                  </span>
                )}
              </p>
              {isMet && end > start && (
                <p dir="auto" className="text-base break-words text-muted">
                  “{shorten(text.slice(start, end))}”
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const shorten = (words: string) => {
  const line = words
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[“"«]|[”"»]$/g, '')
    .trim();
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
};

/** Where each search phrase occurs, and how a search result may show the text. */
export function PhraseTable({
  phrases,
  title,
  text,
}: {
  phrases: NonNullable<AnalyzerReport['phrases']>;
  title: string;
  text: string;
}) {
  const hasHeadings = phrases.some(({ inHeadings }) => inHeadings !== null);
  const columns = ['Title', 'Opening', ...(hasHeadings ? ['Headings'] : [])];
  return (
    <section>
      <h2 id="phrases" className="mb-3 font-display text-h3 font-[650]">
        Search phrases
      </h2>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-labelledby="phrases">
        <table className="w-full border-t-2 border-ink text-base">
          <thead>
            <tr className="border-b border-hairline text-left text-muted">
              <th className="py-2 pr-4 font-normal">Phrase</th>
              {columns.map((column) => (
                <th key={column} className="py-2 pr-4 font-normal">
                  {column}
                </th>
              ))}
              <th className="figures py-2 text-right font-normal">In the text</th>
            </tr>
          </thead>
          <tbody>
            {phrases.map(({ phrase, inTitle, inOpening, inHeadings, count }) => (
              <tr key={phrase} className="border-b border-hairline">
                <th scope="row" dir="auto" className="py-2 pr-4 text-left font-semibold break-words">
                  {phrase}
                </th>
                {[inTitle, inOpening, ...(hasHeadings ? [inHeadings === true] : [])].map((has, index) => (
                  <td key={columns[index]} className={`py-2 pr-4 ${has ? '' : 'text-muted'}`}>
                    {has ? 'Yes' : 'No'}
                  </td>
                ))}
                <td className="figures py-2 text-right whitespace-nowrap">
                  {count === 1 ? 'once' : `${count} times`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {title !== '' && (
        <figure className="mt-5">
          <figcaption className="mb-2 text-base text-muted">
            How your page may look in search results if it has no meta description
          </figcaption>
          <div dir="auto" className="max-w-xl rounded-control border border-hairline p-4">
            <p className="text-[1.125rem] leading-snug font-semibold break-words">{cutAt(title, 60)}</p>
            <p className="mt-1 text-base break-words text-muted">{cutAt(openingOf(text), 155)}</p>
          </div>
        </figure>
      )}
    </section>
  );
}

/** Cut at a word, as search engines do. */
function cutAt(words: string, most: number): string {
  if (words.length <= most) return words;
  return `${words.slice(0, most + 1).replace(/\s+\S*$/u, '')} …`;
}

/** The beginning of the text without headings. */
const openingOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => !/^#{1,6}\s/.test(line))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 400);

/** How the text writes dates, numbers and the like, so that the writer sees what to keep to. */
export function StyleSheet({ styles }: { styles: NonNullable<AnalyzerReport['styles']> }) {
  return (
    <section aria-labelledby="styles">
      <h2 id="styles" className="font-display text-h3 font-[650]">
        Consistency
      </h2>
      <p className="mb-3 text-base text-muted">The forms your text uses, and how often.</p>
      <dl className="border-t-2 border-ink">
        {styles.map(({ label, forms }) => (
          <div key={label} className="grid gap-x-4 border-b border-hairline py-2.5 sm:grid-cols-[11rem_1fr]">
            <dt>
              {label}
              {forms.length > 1 && <span className="text-red-line"> (mixed)</span>}
            </dt>
            <dd dir="auto" className="text-base break-words text-muted">
              {forms.join(', ')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What another program found in the text, in its own words. */
export function SecondReading({
  reading: { by, findings },
  text,
}: {
  reading: NonNullable<AnalyzerReport['secondReader']>;
  text: string;
}) {
  return (
    <section aria-labelledby="second-reading">
      <h2 id="second-reading" className="font-display text-h3 font-[650]">
        Also found by <bdi translate="no">{by}</bdi>
      </h2>
      <p className="mb-3 text-base text-muted">
        Another program also checked your text. Its findings don’t affect your scores.
      </p>
      <ul className="border-t-2 border-ink">
        {findings.map(({ start, end, message, suggestions }) => (
          <li key={start} dir="auto" className="border-b border-hairline py-2.5 break-words">
            “{shorten(text.slice(start, end))}”
            {suggestions.length > 0 && (
              <>
                {' '}
                <span aria-hidden>→</span>
                <span className="sr-only">Instead:</span>{' '}
                <strong className="font-semibold text-success">{suggestions.join(' / ')}</strong>
              </>
            )}
            <p className="text-base text-muted">{message}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
