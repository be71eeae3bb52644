import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { businessDays } from './product-labels.ts';
import { Questions } from '#ui/questions.tsx';
import type { ShownOption } from './shown-options.ts';

/** Shows a heading on the left and its content on the right. */
export function SideBySide({
  title,
  lead,
  id: given,
  children,
}: {
  title: string;
  /** A paragraph under the heading. */
  lead?: string | undefined;
  /** The heading's id, needed when links lead to it. */
  id?: string;
  children: ReactNode;
}) {
  const made = useId();
  const id = given ?? made;
  return (
    <section
      aria-labelledby={id}
      className="page grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-6 py-10 md:py-12 lg:grid-cols-[0.8fr_1.2fr]"
    >
      {lead === undefined ? (
        <h2 id={id}>{title}</h2>
      ) : (
        <div>
          <h2 id={id}>{title}</h2>
          <p className="mt-4 max-w-[26rem] text-muted">{lead}</p>
        </div>
      )}
      {children}
    </section>
  );
}

/** The first screen of a product's page: name, promise, price and order link; `children` illustrates it. */
export function ProductHero({
  group,
  title,
  path,
  promise,
  lead,
  order,
  orderRoute,
  price,
  soonest,
  guarantee,
  more,
  children,
}: {
  /** The home page's list that contains the product. */
  group: { label: string; to: string };
  title: string;
  path: string;
  promise: string;
  lead: ReactNode;
  order: string;
  orderRoute: string;
  price: string;
  soonest: string;
  /** The guarantee: a full refund when the first revision still misses the brief. */
  guarantee?: string | undefined;
  /** A second action. */
  more?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="page grid grid-cols-[minmax(0,1fr)] items-start gap-x-16 gap-y-12 pt-6 pb-14 md:pt-8 lg:grid-cols-[1.1fr_0.9fr]">
      <div className="lg:col-span-2 lg:-mb-4">
        <Breadcrumb crumbs={[{ label: 'Home', to: '/' }, group, { label: title, to: path }]} />
      </div>
      <div>
        <h1 className="text-[clamp(1.875rem,1.1rem+3.6vw,3.625rem)]">
          <span className="mb-2 block font-sans text-lead leading-normal font-semibold tracking-normal text-muted">
            {title}
            <span className="sr-only">: </span>
          </span>
          {promise}
        </h1>
        <p className="mt-6 max-w-[36rem] text-lead leading-normal text-muted">{lead}</p>
        <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
          <ButtonLink to={orderRoute} prefetch="intent">
            {order}
          </ButtonLink>
          {more}
          <p className="figures">
            <strong>{price}</strong>
            <span className="mx-2 text-control" aria-hidden>
              /
            </span>
            <span className="text-muted">{soonest}</span>
          </p>
        </div>
        {guarantee && <p className="mt-4 max-w-[36rem] text-small text-subtle">{guarantee}</p>}
      </div>
      {children}
    </section>
  );
}

/** Other products, each with a fact about it. */
export function ProductLinks({
  links,
}: {
  links: readonly { title: string; route: string; fact: string }[];
}) {
  return (
    <ul className="border-t border-hairline">
      {links.map(({ title, route, fact }) => (
        <li key={route} className="border-b border-hairline">
          <Link
            to={route}
            prefetch="intent"
            className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 rounded-control py-2.5 decoration-red-line decoration-2 underline-offset-4 hover:underline"
          >
            <span className="font-semibold">{title}</span>
            <span className="figures text-muted">{fact}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function Options({ options }: { options: readonly ShownOption[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="page py-10 md:py-12">
      <h2 id={id}>Options</h2>
      <ul className="mt-6 grid border-t border-hairline lg:grid-cols-2 lg:gap-x-16">
        {options.map(({ key, label, help, price, days }) => (
          <li key={key} className="border-b border-hairline py-4">
            <span className="figures flex flex-wrap items-baseline justify-between gap-x-6">
              <span className="font-semibold">{label}</span>
              <span>{price}</span>
            </span>
            <span className="block text-base text-muted">
              {help}
              {days > 0 && ` Adds ${businessDays(days)}.`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What every order includes, each item with a red line beside it. */
export function Promises({ items }: { items: readonly { title: string; text: string }[] }) {
  return (
    <dl className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
      {items.map(({ title, text }) => (
        <div key={title} className="note">
          <dt className="font-display text-h3 leading-tight font-[650]">{title}</dt>
          <dd className="mt-2 text-base leading-normal text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

export function ProductQuestions({ items }: { items: readonly { q: string; a: string }[] }) {
  return (
    <SideBySide title="Frequently asked questions">
      <Questions items={items} />
    </SideBySide>
  );
}

/** The end of a product's page with a single call to action. */
export function LastCall({ words, action, to }: { words: string; action: string; to: string }) {
  return (
    <section className="page mt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-6 border-t-[3px] border-red-line pt-10">
        <h2 className="max-w-[13em]">{words}</h2>
        <ButtonLink to={to} prefetch="intent">
          {action}
        </ButtonLink>
      </div>
    </section>
  );
}
