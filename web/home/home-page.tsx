import { useLoaderData } from 'react-router';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { formatPrice } from '#contract/money.ts';
import { shop } from '#contract/shop.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { promises } from '#web/products/promises.ts';
import { ButtonLink } from '#ui/button.tsx';
import { soonest } from '#web/products/product-labels.ts';
import { Questions } from '#ui/questions.tsx';
import { SampleSheet } from '#web/products/sample-sheet.tsx';
import { BundleList } from './bundle-list.tsx';
import { ServiceGrid } from './service-grid.tsx';

export function loader() {
  const { bundles, policies, services } = builtInCatalogue;
  return {
    // only services by people, because the sentence with this price is about copy that people write
    from: formatPrice(
      Math.min(
        ...services.filter(({ fulfilment }) => fulfilment === 'human').map(({ fromCents }) => fromCents),
      ),
    ),
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
      saving: `${formatPrice(bundle.savingCents)} (${bundle.savingPercent}%)`,
      time: soonest(bundle),
    })),
    steps: [
      {
        title: 'Choose',
        text: 'Pick what you need in the order form. The price and delivery date update with each choice.',
      },
      {
        title: 'Brief',
        text: 'Answer a few questions about your brand. Your answers are saved on your device as you type.',
      },
      {
        title: 'Pay',
        text: 'Pay online or from your balance. You have 7 days to pay, and the delivery clock starts when you do.',
      },
      {
        title: 'Receive',
        text: 'We draft your copy, then tighten it line by line. You review it and can request changes. Quality reports and hashtags are ready in about a minute. If you add work by our team, that part takes longer.',
      },
    ],
    promises,
    note: 'Shorter, and you can say it out loud. Keep “gone by noon”: you already live up to it.',
    questions: [
      {
        q: 'When do you start?',
        a: 'Our team starts by the next business day after you pay. Automatic work starts right away. For the delivery date, a payment late in the day, on a weekend or on a holiday counts as made on the next business day.',
      },
      { q: 'Can I cancel?', a: policies.cancel },
      {
        q: 'What counts as a revision?',
        a: 'One round of changes within your original brief: wording, tone, emphasis or facts. A change of direction needs a new order.',
      },
      {
        q: 'Do I need an account?',
        a: 'To order, yes: your account keeps your orders, dates and finished copy. Without one, you can still add slogans and hashtags to your cart.',
      },
      {
        q: 'Which languages do you write in?',
        a: 'We write in American, British, Australian and Canadian English.',
      },
    ],
  };
}

export const meta = () =>
  pageMeta({
    title: shop.tagline.replace(/\.$/, ''),
    description:
      'Social media posts, business narratives, blurbs, slogans, quality reports and hashtags. You see the price and the delivery date before you pay.',
    isPublic: true,
  });

export default function HomePage() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <section className="page grid grid-cols-[minmax(0,1fr)] items-center gap-x-16 gap-y-12 pt-14 pb-20 md:pt-24 lg:grid-cols-[1.15fr_0.85fr] lg:pb-28">
        <div>
          <h1 className="pen">
            Content that says what you <del aria-hidden>kind of</del> <ins>actually</ins> mean.
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
        <SampleSheet title="Sample: bakery slogans, draft 2" state="Editor’s marks" note={data.note}>
          {/* Each version has its own line, so that no word moves when the font arrives. */}
          <p>
            <del>We utilize heritage grains to craft</del>
            <br />
            <ins>Old grains. Slow dough.</ins>
            <br />
            Bread that is gone by noon.
          </p>
          <p>
            Baked <del>with passion and care</del>
            <br />
            <ins>while you sleep</ins>.
          </p>
          <p>
            <del>Your one-stop destination for</del>
            <br />
            Bread worth <ins>an early alarm</ins>.
          </p>
        </SampleSheet>
      </section>

      <section id="services" aria-labelledby="services-title" className="page scroll-mt-8 py-12">
        <h2 id="services-title">Order exactly what you need</h2>
        <p className="mt-3 max-w-[32rem] text-muted">
          You see the full price before you pay. No fees at checkout.
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
        <h2 id="bundles-title">Bundle and save</h2>
        <p className="mt-3 max-w-[34rem] text-muted">
          One brief, one delivery date, one price. Savings are based on buying each item separately.
        </p>
        <BundleList bundles={data.bundles} />
      </section>

      <section aria-labelledby="always-title" className="mt-12 border-y border-hairline bg-surface">
        <div className="page grid gap-10 py-16 lg:grid-cols-[0.8fr_1.2fr]">
          <h2 id="always-title">Every order includes</h2>
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
        <h2 id="questions-title">Frequently asked questions</h2>
        <Questions items={data.questions} />
      </section>

      <section className="page">
        <div className="border-t-[3px] border-red-line pt-10">
          <h2 className="max-w-[10.5em]">
            Say it once. Say it <del aria-hidden>in other words</del> <ins>well</ins>.
          </h2>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="#services">Choose a service</ButtonLink>
            <ButtonLink look="quiet" to="/contact">
              Ask a question
            </ButtonLink>
          </div>
        </div>
      </section>
    </>
  );
}
