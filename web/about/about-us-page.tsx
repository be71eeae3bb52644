import { Link, useLoaderData } from 'react-router';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { shop } from '#contract/shop.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { businessDays, cutOffTime } from '#web/products/product-labels.ts';
import { LastCall, SideBySide } from '#web/products/product-sections.tsx';
import { EditedDraft } from './edited-draft.tsx';

/** The steps of an order, each under the shop's own target figure. */
function stepsOfAnOrder({ rules, policies, products }: Catalogue) {
  const written = products
    .filter(({ fulfilment }) => fulfilment === 'human')
    .flatMap(({ title, delivery, revisions }) =>
      Object.values(delivery.baseDays).map((days) => ({ title, days, rounds: revisions.rounds })),
    )
    .toSorted((a, b) => a.days - b.days);
  const [quickest, slowest] = [written[0], written.at(-1)];
  if (!quickest || !slowest) return [];
  return [
    {
      figure: '1 brief',
      text: 'The brief replaces a meeting. The form asks what a good editor would ask: what the copy is about, who it’s for and how it should sound. Your answers are saved on your device as you type.',
    },
    {
      figure: `${rules.paymentLinkTtlHours / 24} days`,
      text: 'This is how long you have to pay after you place an order. If you don’t pay in time, the order expires and you owe nothing.',
    },
    {
      figure: `From ${businessDays(quickest.days)}`,
      text: `Standard delivery takes ${businessDays(quickest.days)} for a small order of ${quickest.title.toLowerCase()} and ${businessDays(slowest.days)} for the ${slowest.title}. For the delivery date, a payment after ${cutOffTime(businessCalendar)}, on a weekend or on a holiday counts as made on the next business day. Quality reports and hashtags are ready in about a minute. If you add work by our team, that part takes longer.`,
    },
    {
      figure: '2 passes',
      text: 'We write every text in the first pass and edit it in the second. If we have a question, the delivery clock pauses until you answer.',
    },
    {
      figure: `${policies.revisionWindowDays} days`,
      text: `This is how long you have to review your copy. Everything we write from your brief includes at least ${Math.min(...written.map(({ rounds }) => rounds))} revision rounds, and a revision takes ${businessDays(policies.revisionBusinessDays)}.`,
    },
    { figure: 'Full refund', text: `${policies.guarantee} ${policies.late}` },
  ];
}

export function loader() {
  return {
    steps: stepsOfAnOrder(builtInCatalogue),
    excluded: builtInCatalogue.services.map(({ title, notIncluded }) => ({
      title,
      what: `${notIncluded.join('. ')}.`,
    })),
  };
}

export const meta = () =>
  pageMeta({
    title: 'About us',
    description:
      'How we work: a brief instead of a meeting, a price and a delivery date before you pay, and line-by-line editing.',
    isPublic: true,
  });

const rules = [
  {
    title: 'The price comes first',
    body: 'The price and delivery date update with each choice you make, so there’s no waiting for a quote.',
  },
  {
    title: 'No invented facts',
    body: 'We write only from the facts you give us. We never make up anecdotes, customers or numbers. Our samples are about a fictional bakery.',
  },
  {
    title: 'You own the copy',
    body: 'Once an order is paid and delivered, you own the copy. We don’t resell it, and we don’t show it without your permission.',
  },
];

export default function AboutUsPage() {
  const { steps, excluded } = useLoaderData<typeof loader>();
  return (
    <>
      <section className="page pt-14 pb-8 md:pt-20">
        <h1 className="max-w-[18ch]">
          We <del aria-hidden>leverage synergies</del> <ins>write</ins> for a living.
        </h1>
        <p className="mt-6 max-w-[38rem] text-lead leading-normal text-muted">
          {shop.name} sells finished copy. You see the price and the delivery date before you pay.
        </p>
      </section>

      <section aria-labelledby="red-pen" className="page py-10 md:py-12">
        <h2 id="red-pen">What editing does</h2>
        <p className="mt-3 max-w-[38rem] text-muted">
          We edit everything we write. This edited draft is a sample for Golden Crust, a fictional bakery.
        </p>
        <EditedDraft />
      </section>

      <section aria-labelledby="numbers" className="page py-10 md:py-12">
        <h2 id="numbers">An order by the numbers</h2>
        <ol className="mt-8 grid gap-x-10 border-t border-hairline sm:grid-cols-2 lg:grid-cols-3">
          {steps.map(({ figure, text }) => (
            <li key={figure} className="border-b border-hairline py-6">
              <strong className="figures font-display text-[1.625rem] leading-tight font-[650] tracking-[-0.015em]">
                {figure}
              </strong>
              <p className="mt-2 text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section aria-labelledby="rules" className="page py-10 md:py-12">
        <h2 id="rules">What we stand by</h2>
        <ul className="mt-8 grid border-t border-l border-hairline md:grid-cols-3">
          {rules.map(({ title, body }) => (
            <li key={title} className="border-r border-b border-hairline p-6">
              <h3>{title}</h3>
              <p className="mt-2 text-muted">{body}</p>
            </li>
          ))}
        </ul>
      </section>

      <SideBySide title="What we don’t do">
        <div>
          <p className="max-w-[36rem] text-muted">
            We’re not an agency: you don’t pay for retainers, account managers or slide decks. We’re not a
            marketplace: you don’t pick a writer by star rating. And we’re not a text generator: people write
            and edit your copy. Only quality reports and hashtags are automatic, and you can have an editor or
            a strategist check them. Each service also has its limits:
          </p>
          <dl className="mt-8 grid border-t border-hairline sm:grid-cols-2 sm:gap-x-10">
            {excluded.map(({ title, what }) => (
              <div key={title} className="border-b border-hairline py-4">
                <dt>{title}</dt>
                <dd className="text-base text-muted">{what}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-8 max-w-[36rem] text-muted">
            If what you need isn’t on our list,{' '}
            <Link className="link" to="/contact">
              write to us
            </Link>
            . We’ll tell you plainly whether we’re the right fit.
          </p>
        </div>
      </SideBySide>

      <LastCall
        words="See the price and the delivery date before you order."
        action="See services and prices"
        to="/#services"
      />
    </>
  );
}
