import type { ReactNode } from 'react';

export type LegalSection = { id: string; title: string; body: ReactNode };

type Props = { title: string; lead: string; changed: string; sections: LegalSection[] };

/** The frame of a long text: a one-sentence summary, a table of contents, then the sections. */
export function LegalFrame({ title, lead, changed, sections }: Props) {
  return (
    <div className="page grid items-start gap-x-16 gap-y-10 pt-12 pb-8 md:pt-16 lg:grid-cols-[1fr_17rem]">
      <article className="max-w-[42rem] min-w-0">
        <h1 className="text-[clamp(2.25rem,1.4rem+3.6vw,3.75rem)]">{title}</h1>
        <p className="mt-6 text-lead leading-normal text-muted">{lead}</p>
        <p className="mt-4 text-small text-subtle">Last updated on {changed}</p>
        {sections.map(({ id, title: heading, body }) => (
          <section key={id} aria-labelledby={id} className="mt-12">
            <h2 id={id} className="scroll-mt-8 text-[1.625rem]">
              {heading}
            </h2>
            <div className="legal mt-4 flex flex-col gap-4 text-muted">{body}</div>
          </section>
        ))}
      </article>
      <nav
        aria-labelledby="contents"
        className="border-l-[3px] border-red-line pl-5 max-lg:hidden lg:sticky lg:top-8"
      >
        <h2 id="contents" className="font-text text-small font-semibold tracking-normal">
          On this page
        </h2>
        <ul className="mt-2 flex flex-col">
          {sections.map(({ id, title: heading }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex min-h-9 items-center text-small text-muted hover:text-ink hover:underline"
              >
                {heading}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
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
