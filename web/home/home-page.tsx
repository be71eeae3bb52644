import { useLoaderData } from 'react-router';
import { bundles, policies, services } from '#contract/catalogue.ts';
import { formatPrice } from '#contract/money.ts';
import { shop } from '#contract/shop.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { soonest } from '#web/ui/from-words.ts';
import { Questions } from '#web/ui/questions.tsx';
import { SampleSheet } from '#web/ui/sample-sheet.tsx';
import { BundleList } from './bundle-list.tsx';
import { ServiceGrid } from './service-grid.tsx';

export function loader() {
  return {
    from: formatPrice(Math.min(...services.map(({ fromCents }) => fromCents))),
    services: services.map((service) => ({
      title: service.title,
      promise: service.promise,
      route: service.route,
      price: formatPrice(service.fromCents),
      time: soonest(service),
      edit: service.edit,
    })),
    bundles: bundles.map((bundle) => ({
      title: bundle.title,
      forWhom: bundle.forWhom,
      route: bundle.route,
      parts: bundle.items.map(({ label }) => label),
      separate: formatPrice(bundle.separateCents),
      price: formatPrice(bundle.fromCents),
      saving: `${formatPrice(bundle.savingCents)}, ${bundle.savingPercent}%`,
      time: soonest(bundle),
    })),
    steps: [
      { title: 'Choose', text: 'Pick how much you need. Price and delivery date change as you choose.' },
      {
        title: 'Brief',
        text: 'Answer a few questions about your brand. Your answers are kept on your device while you type.',
      },
      {
        title: 'Pay',
        text: 'Pay by card through a link that stays open for 7 days. The clock starts with the payment.',
      },
      {
        title: 'Receive',
        text: 'A writer writes, an editor cuts. You check it and ask for changes; the rounds are included.',
      },
    ],
    promises: [
      { title: 'A date before you pay', text: policies.clock },
      { title: 'Revisions are part of it', text: policies.guarantee },
      { title: 'Late costs us, not you', text: policies.late },
      { title: 'It is yours', text: policies.rights },
    ],
    questions: [
      {
        q: 'When does the work start?',
        a: 'When the payment arrives. The brief is part of the order, so nothing else holds us up.',
      },
      { q: 'Can I cancel?', a: policies.cancel },
      {
        q: 'What counts as a revision?',
        a: 'A round of changes that keeps to the brief you ordered: wording, tone, emphasis, facts. A new direction is a new order.',
      },
      {
        q: 'Do I need an account?',
        a: 'To place an order, yes: that is where your orders, their dates and the finished copy are kept. Slogans and hashtags you can configure and put in the cart without one.',
      },
      {
        q: 'Which languages do you write in?',
        a: 'English: American, British, Australian and Canadian.',
      },
    ],
  };
}

export const meta = () =>
  pageMeta({
    title: shop.tagline.replace(/\.$/, ''),
    description:
      'Social media posts, business narratives, blurbs, slogans, text checks and hashtags: with the price and the delivery date on screen before you pay.',
    isPublic: true,
  });

export default function HomePage() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <section className="page grid grid-cols-[minmax(0,1fr)] items-center gap-x-16 gap-y-12 pt-14 pb-20 md:pt-24 lg:grid-cols-[1.15fr_0.85fr] lg:pb-28">
        <div>
          <h1 className="pen">
            Content that says what you <del>kind of</del> <ins>actually</ins> mean.
          </h1>
          <p className="mt-6 max-w-[34rem] text-lead leading-normal text-muted">
            Posts, stories, blurbs and slogans written by people, edited line by line, and delivered on a date
            you see before you pay. From {data.from}.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="#services">See services and prices</ButtonLink>
            <ButtonLink look="quiet" to="#bundles">
              Save with a bundle
            </ButtonLink>
          </div>
        </div>
        <SampleSheet
          title="Sample: slogans for a bakery, draft 2"
          state="Editor’s marks"
          note="Shorter, and you can say it out loud. Keep “gone by noon”: it is a promise you already keep."
        >
          <p>
            <del>We utilize heritage grains in order to facilitate</del> <ins>Old grains. Slow dough.</ins>{' '}
            Bread that is gone by noon.
          </p>
          <p>
            Baked <del>with passion and dedication</del> <ins>while you sleep</ins>.
          </p>
          <p>
            <del>Your one-stop destination for</del> Bread worth <ins>an early alarm</ins>.
          </p>
        </SampleSheet>
      </section>

      <section id="services" aria-labelledby="services-title" className="page scroll-mt-8 py-12">
        <h2 id="services-title">Order exactly what you need</h2>
        <p className="mt-3 max-w-[32rem] text-muted">
          Every price is final and on screen while you choose. Nothing is added at payment.
        </p>
        <ServiceGrid services={data.services} />
      </section>

      <section id="how-it-works" aria-labelledby="how-title" className="page scroll-mt-8 py-12">
        <h2 id="how-title">How it works</h2>
        <ol className="mt-8 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {data.steps.map(({ title, text }, index) => (
            <li key={title} className="border-t border-hairline pt-5">
              <span aria-hidden className="figures font-display text-h3 font-[650] text-red-text">
                {index + 1}
              </span>
              <h3 className="mt-1">{title}</h3>
              <p className="mt-2 text-base leading-normal text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section id="bundles" aria-labelledby="bundles-title" className="page scroll-mt-8 py-12">
        <h2 id="bundles-title">Or take it together, for less</h2>
        <p className="mt-3 max-w-[34rem] text-muted">
          One brief, one date, one price. The saving is against the same parts ordered one by one.
        </p>
        <BundleList bundles={data.bundles} />
      </section>

      <section aria-labelledby="always-title" className="mt-12 border-y border-hairline bg-surface">
        <div className="page grid gap-10 py-16 lg:grid-cols-[0.8fr_1.2fr]">
          <h2 id="always-title">What you always get</h2>
          <dl className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
            {data.promises.map(({ title, text }) => (
              <div key={title} className="note border-red-line">
                <dt className="font-display text-h3 leading-tight font-[650]">{title}</dt>
                <dd className="mt-2 text-base leading-normal text-muted">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>

      <section
        id="questions"
        aria-labelledby="questions-title"
        className="page grid scroll-mt-8 gap-8 py-16 lg:grid-cols-[0.8fr_1.2fr] lg:py-24"
      >
        <h2 id="questions-title">Questions</h2>
        <Questions items={data.questions} />
      </section>

      <section className="page">
        <div className="border-t-[3px] border-red-line pt-10">
          <h2 className="max-w-[10.5em]">
            Say it <del>in other words</del> <ins>once</ins>, and well.
          </h2>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="#services">Choose a service</ButtonLink>
            <ButtonLink look="quiet" to="/contact">
              Ask us first
            </ButtonLink>
          </div>
        </div>
      </section>
    </>
  );
}
