import type { ReactNode } from 'react';
import { type ReportPart, reportPartWords } from '#contract/instant/analyzer-report.ts';
import { SampleSheet } from './sample-sheet.tsx';

/** `piece`: the shown part of the work, when the surrounding bundle names the quantity. */
type Sample = { title: string; state: string; piece: string; note: string; body: ReactNode };

const small = 'font-sans text-small leading-relaxed';

const reportScores: Record<ReportPart, number> = {
  correctness: 94,
  readability: 71,
  clarity: 58,
  structure: 80,
  voice: 90,
  search: 66,
};

/** One sample per service: written by us, for a fictional bakery. */
const pieces: Partial<Record<string, Sample>> = {
  SMMPosts: {
    title: 'Sample: Golden Crust, a bakery',
    state: 'Instagram, post 3 of 10',
    piece: 'One post, for Instagram',
    note: 'Instagram cuts captions off after 125 characters, so the news comes first.',
    body: (
      <>
        <p>
          <del>We are thrilled to announce our newest creation!</del> <ins>Rye is back on Monday.</ins> For
          two years we could not get the grain we wanted. Now a farm eleven miles away grows it for us.
        </p>
        <p>Come before nine: the first loaves are still warm. What do you put on yours?</p>
        <p className={`${small} text-muted`}>#RyeBread #SlowBread #LeedsBakery</p>
        <p className={`${small} text-subtle`}>Alt text: a dark loaf cut in half on a floured board.</p>
      </>
    ),
  },
  BusinessNarratives: {
    title: 'Sample: founder story, opening',
    state: 'About 800 words',
    piece: 'The opening',
    note: '“Humble beginnings” could open any page. A borrowed oven is yours alone.',
    body: (
      <>
        <p>The oven was borrowed, and so was the van.</p>
        <p>
          <del>From humble beginnings, our passionate founders embarked on a journey.</del>{' '}
          <ins>Two sisters baked through the night and sold out by noon</ins>, and that is still how the day
          goes at Golden Crust, thirty-nine years on.
        </p>
      </>
    ),
  },
  Blurbs: {
    title: 'Sample: product blurb',
    state: 'Up to 50 words',
    piece: 'One blurb',
    note: '“Perfect for any occasion” says nothing. Shelf life sells bread.',
    body: (
      <>
        <p className="font-semibold">Rye loaf, 800 g</p>
        <p>
          Stone-milled rye, a dough that rests for 36 hours, a crust you can hear.{' '}
          <del>Perfect for any occasion!</del> <ins>Keeps five days.</ins> Slice it thin, butter it thick.
        </p>
      </>
    ),
  },
  Slogans: {
    title: 'Sample: Golden Crust, a bakery',
    state: '3 of 10 slogans',
    piece: 'Three slogans',
    note: 'Our favorite is the first: it’s the reason to come early, and you can say it out loud.',
    body: (
      <>
        <p>
          <ins>Gone by noon.</ins>
        </p>
        <p>Old grains. Slow dough. Gone by noon.</p>
        <p>
          Bread <del>that is baked with passion and care</del> <ins>that takes 36 hours</ins>.
        </p>
      </>
    ),
  },
  ContentQualityAnalyzer: {
    title: 'Sample: part of a report',
    state: 'Overall 77 of 100',
    piece: 'Part of a report',
    note: 'Clarity: “in order to” adds two words and no meaning. We found 4 more phrases like it.',
    body: (
      <>
        <dl className={`${small} figures grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 text-muted`}>
          {reportPartWords.map(({ part, label }) => (
            <div key={part} className="col-span-2 grid grid-cols-subgrid border-b border-hairline py-1.5">
              <dt className="font-normal">{label}</dt>
              <dd className="font-semibold text-ink">{reportScores[part]}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-1">
          We get up at two <del>in order to utilize</del> <ins>to use</ins> the oven before the city wakes.
        </p>
      </>
    ),
  },
  HashtagOptimization: {
    title: 'Sample: one topic, Instagram',
    state: '5 hashtags, the limit',
    piece: 'One topic, for Instagram',
    note: 'We left out #bread. It’s too broad to help people find you.',
    body: (
      <dl className="grid gap-x-6 gap-y-2 [overflow-wrap:anywhere] sm:grid-cols-[auto_minmax(0,1fr)] [&_dt]:font-sans [&_dt]:text-small [&_dt]:leading-[2.1] [&_dt]:font-normal [&_dt]:text-subtle">
        <dt>Core</dt>
        <dd>
          <del>#bread</del> <ins>#SlowBread</ins> #Sourdough
        </dd>
        <dt>Niche</dt>
        <dd>#StoneMilledFlour</dd>
        <dt>Local</dt>
        <dd>#LeedsBakery</dd>
        <dt>Brand</dt>
        <dd>#GoldenCrust</dd>
      </dl>
    ),
  },
};

export function Sample({ of }: { of: string }) {
  const piece = pieces[of];
  if (!piece) return null;
  return (
    <div>
      <SampleSheet title={piece.title} state={piece.state} note={piece.note}>
        {piece.body}
      </SampleSheet>
      <p className="mt-3 text-small text-subtle">
        We wrote this sample to show what you get. Golden Crust is fictional.
      </p>
    </div>
  );
}

/** The same sample inside a bundle, whose page says once that the bakery is fictional. */
export function BundleSample({ of }: { of: string }) {
  const sample = pieces[of];
  if (!sample) return null;
  return (
    <SampleSheet title="Sample" state={sample.piece} note={sample.note}>
      {sample.body}
    </SampleSheet>
  );
}

const brief = [
  [
    'What makes you different?',
    'Old grains we mill on stone, and a sourdough that rests for 36 hours. Rye keeps five days, and you can hear its crust. We light the oven at two, the first loaves are warm before nine, and we’re sold out by noon.',
  ],
  [
    'How did it start?',
    'Two sisters baked through the night in a borrowed oven and delivered in a borrowed van, 39 years ago.',
  ],
  [
    'What’s new?',
    'Rye is back on Monday, after two years without good grain. A farm eleven miles away grows it now.',
  ],
  ['Who is it for?', 'People in Leeds who get up early for bread.'],
  ['Tone of voice', 'Warm, plain-spoken'],
  ['Anything to avoid?', 'Passion, thrilled, one-stop'],
] as const;

/** The brief from which all samples were written. */
export function SampleBrief() {
  return (
    <figure className="sheet p-6 sm:p-8">
      <figcaption className="mb-4 flex flex-wrap justify-between gap-x-4 text-[0.875rem] leading-snug font-semibold text-subtle">
        <span>From the brief</span>
        <span>Golden Crust, a bakery</span>
      </figcaption>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {brief.map(([question, answer]) => (
          <div key={question}>
            <dt className="text-small">{question}</dt>
            <dd className="text-base leading-normal text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
