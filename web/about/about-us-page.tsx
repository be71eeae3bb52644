import { Link } from 'react-router';
import { shop } from '#contract/shop.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ButtonLink } from '#web/ui/button.tsx';

export const meta = () =>
  pageMeta({
    title: 'About us',
    description:
      'How we work: a brief instead of a meeting, a price and a date before you pay, and an editor on every text.',
    isPublic: true,
  });

const beliefs = [
  {
    title: 'A brief beats a meeting',
    body: 'Our forms ask what a good editor would ask. You answer when it suits you, and the writer gets your answers with the order.',
  },
  {
    title: 'The price comes first',
    body: 'Every option shows what it costs while you choose it. You don’t wait for a quote.',
  },
  {
    title: 'We keep the date',
    body: 'You see the delivery date before you pay. If we have a question, the clock pauses until you reply.',
  },
  {
    title: 'Two people on every text we write',
    body: 'One writes, another edits. The red pen is not for show.',
  },
  {
    title: 'Nothing invented',
    body: 'What we write about you comes from you. No made-up anecdotes, no made-up customers, no numbers out of thin air. Our samples are about an invented bakery, and say so.',
  },
  {
    title: 'Yours means yours',
    body: 'When an order is paid and delivered you own the copy. We don’t resell it, and we don’t show it to anyone without asking.',
  },
];

export default function AboutUsPage() {
  return (
    <>
      <section className="page pt-14 pb-12 md:pt-20">
        <h1 className="max-w-[18ch]">
          We <del aria-hidden>leverage synergies</del> <ins>write</ins> for a living.
        </h1>
        <p className="mt-6 max-w-[38rem] text-lead leading-normal text-muted">
          {shop.name} sells finished copy the way a good shop sells anything: with a clear price, a date, and
          someone who stands behind it.
        </p>
      </section>

      <section aria-labelledby="how-we-work" className="page py-12">
        <h2 id="how-we-work">How we work</h2>
        <ul className="mt-8 grid border-t border-l border-hairline md:grid-cols-2 lg:grid-cols-3">
          {beliefs.map(({ title, body }) => (
            <li key={title} className="border-r border-b border-hairline p-6">
              <h3>{title}</h3>
              <p className="mt-2 text-muted">{body}</p>
            </li>
          ))}
        </ul>
      </section>

      <section
        aria-labelledby="not-us"
        className="page grid gap-x-16 gap-y-6 py-12 lg:grid-cols-[0.8fr_1.2fr]"
      >
        <h2 id="not-us">What we are not</h2>
        <div className="flex max-w-[36rem] flex-col gap-4 text-muted">
          <p>
            Not an agency: no retainer, no account manager, no deck. Not a marketplace: you don’t pick a
            stranger by star rating. Not a text generator either: people write your copy, and people edit it.
            Only text checks and hashtags are automatic.
          </p>
          <p>
            If what you need is not on our list,{' '}
            <Link className="link" to="/contact">
              write to us
            </Link>
            . We’ll tell you plainly whether we’re the right fit.
          </p>
          <div className="mt-2">
            <ButtonLink to="/#services">See services and prices</ButtonLink>
          </div>
        </div>
      </section>
    </>
  );
}
