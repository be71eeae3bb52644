import type { ReactNode } from 'react';

export type LegalSection = { id: string; title: string; body: ReactNode };

type Props = { title: string; lead: string; changed: string; sections: LegalSection[] };

/** The frame of a long text: a one-sentence summary, links to the sections, then the sections. Wide screens keep the links beside the text. */
export function LegalFrame({ title, lead, changed, sections }: Props) {
  return (
    <article className="page grid grid-cols-[minmax(0,1fr)] items-start gap-x-16 pt-12 pb-8 md:pt-16 lg:grid-cols-[minmax(0,1fr)_17rem]">
      <header className="max-w-[42rem]">
        <h1 className="text-[clamp(2.25rem,1.4rem+3.6vw,3.75rem)]">{title}</h1>
        <p className="mt-6 text-lead leading-normal text-muted">{lead}</p>
        <p className="mt-4 text-small text-subtle">Last updated on {changed}</p>
      </header>
      <nav
        aria-labelledby="contents"
        className="note mt-10 pl-5 lg:sticky lg:top-8 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-0 print:hidden"
      >
        <h2 id="contents" className="font-sans text-small font-semibold tracking-normal">
          On this page
        </h2>
        <ul className="mt-2 gap-x-8 sm:max-lg:columns-2">
          {sections.map(({ id, title: heading }) => (
            <li key={id} className="break-inside-avoid">
              <a
                href={`#${id}`}
                className="flex min-h-9 items-center py-1 text-small leading-snug text-muted hover:text-ink hover:underline"
              >
                {heading}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="max-w-[42rem] min-w-0">
        {sections.map(({ id, title: heading, body }) => (
          <section key={id} aria-labelledby={id} className="mt-12">
            <h2 id={id} className="scroll-mt-8 text-[1.625rem]">
              {heading}
            </h2>
            <div className="legal mt-4 flex flex-col gap-4 text-muted">{body}</div>
          </section>
        ))}
      </div>
    </article>
  );
}

export function Bullets({ items }: { items: ReactNode[] }) {
  return (
    <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-red-line">
      {items.map((item, index) => (
        <li key={index}>{item}</li>
      ))}
    </ul>
  );
}
