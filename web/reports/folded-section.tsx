import { ChevronDown } from 'lucide';
import { type ReactNode, useId } from 'react';
import { Icon } from '#ui/icon.tsx';

/** A part of a report under its heading. In print it is expanded; on a screen the heading collapses it, if it has content. */
export function FoldedSection({
  id,
  title,
  level = 3,
  fact,
  note,
  isOpen,
  onToggle,
  children,
}: {
  id?: string;
  title: string;
  level?: 2 | 3;
  /** A short text at the end of the heading's line. */
  fact?: string;
  /** A text below the heading, collapsed or not. */
  note?: string | undefined;
  isOpen: boolean;
  onToggle?: () => void;
  children: ReactNode;
}) {
  const body = useId();
  const Heading = `h${level}` as const;
  const line = (
    <>
      <span className="min-w-0 flex-1">{title}</span>
      {fact && <span className="figures font-normal text-muted">{fact}</span>}
    </>
  );
  return (
    <section
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      className={level === 3 ? 'scroll-mt-4 border-b border-hairline' : undefined}
    >
      <Heading className={level === 2 ? 'font-display text-h3 font-[650]' : 'text-[1.125rem] font-semibold'}>
        {onToggle ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={body}
            className="flex min-h-12 w-full items-center gap-4 rounded-control py-2 text-left leading-snug hover:underline hover:decoration-red-line hover:decoration-2 hover:underline-offset-4"
            onClick={onToggle}
          >
            {line}
            <Icon
              of={ChevronDown}
              className={`flex-none text-subtle transition-transform duration-200 print:hidden ${isOpen ? 'rotate-180' : ''}`}
            />
          </button>
        ) : (
          <span className="flex min-h-12 items-center gap-4 py-2 pr-9 leading-snug">{line}</span>
        )}
      </Heading>
      {note !== undefined && <p className="-mt-1.5 pb-3 text-base text-muted">{note}</p>}
      <div id={body} className={isOpen ? undefined : 'hidden print:block'}>
        {children}
      </div>
    </section>
  );
}
