import { day, hour } from '#contract/durations.ts';
import { migrate } from '#server/database/migrate.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { loadConfig } from '#server/process/config.ts';
import { sessionSecrets } from '#server/process/session-secret.ts';
import { StartError } from '#server/process/start-error.ts';
import { daysUntilLate } from './days-until-late.ts';
import { DemoCustomer, type Line } from './demo-customer.ts';
import { DemoQueue } from './demo-queue.ts';
import { DemoTeam, type TeamLink } from './demo-team.ts';
import { answers, demoLists, demoWork, messages, questions, textToAnalyze } from './demo-work.ts';
import { type ClockedShop, openClockedShop } from './open-clocked-shop.ts';

export type Demo = {
  email: string;
  password: string;
  /** The number of one order in each state. */
  orders: Record<string, string>;
  team: TeamLink[];
};

/** The days that the demo simulates, counted from 0. */
const lastDay = 40;

/** An item that the bakery sells. It distinguishes the bakery's orders. */
const item = (index: number) => demoLists['items']![index]!;

const maren = { firstName: 'Maren', lastName: 'Oduya', email: 'maren@demo.example' };

type Play = { life: DemoCustomer; shop: ClockedShop; startsAt: Date; team: DemoTeam; queue: DemoQueue };

const slogans: Line = { slug: 'slogans' };

type Stage = Play & {
  /** Moves the clock to this day of the demo, counted from 0. */
  on: (dayOfPlay: number, hours?: number) => Promise<void>;
  operate: (name: string, ...words: string[]) => Promise<void>;
  /** Delivers texts for the first line of the order in this state. */
  deliver: (shows: string, texts: Record<string, string>) => Promise<void>;
  untilLate: (dayOfPlay: number, express: boolean) => number;
};

function openStage(play: Play): Stage {
  const { life, shop, startsAt, team } = play;
  return {
    ...play,
    async on(dayOfPlay, hours = 0) {
      const then = startsAt.getTime() + dayOfPlay * day + hours * hour;
      // advances in steps, so that emails and timers run when they are due, not all at the end
      while (shop.now().getTime() < then) {
        shop.pass(Math.min(12 * hour, then - shop.now().getTime()));
        await shop.app.jobs.drain();
      }
    },
    async operate(name, ...words) {
      await shop.operate(name, ...words);
      await shop.app.jobs.drain();
    },
    async deliver(shows, texts) {
      const place = { number: life.orders[shows] ?? '' };
      await team.deliver('Nadia', place, await team.write('Nadia', place, texts));
    },
    untilLate: (dayOfPlay, express) =>
      daysUntilLate(new Date(startsAt.getTime() + dayOfPlay * day), { express }),
  };
}

/** The team joins and completes the first order with a revision. */
async function playFirstWeek({ life, shop, team, on, deliver }: Stage): Promise<void> {
  await shop.addFunds(await life.auth(), 50_000, { firstName: maren.firstName, lastName: maren.lastName });
  await life.fromBalance(await life.order('completed', [slogans]));
  await life.order('expired', [{ slug: 'blurbs', brief: { items: [item(1)] } }]);

  await on(1);
  await team.join();
  await team.start('Nadia', { number: life.orders['completed']! });
  await on(2);
  await life.visitAccount();
  await on(3);
  await deliver('completed', demoWork.slogans);
  await on(4);
  await life.say('revision', 'completed', 'The “Bold” group is too loud for us. Calmer, please.');
  await on(6);
  await team.markDone('Nadia', { number: life.orders['completed']! }, 1, answers.calm);
  await deliver('completed', demoWork.slogansRevised);
  await life.say('accept', 'completed');
}

/** Orders that are refunded, paid too late, charged back or late. */
async function playMoney({ life, on, operate, deliver, untilLate }: Stage): Promise<void> {
  await life.byCard(
    await life.order('accepted by itself', [{ slug: 'blurbs', brief: { items: [item(0)] } }]),
  );
  await life.byCard(await life.order('late express', [{ slug: 'slogans', details: { express: true } }]));
  await on(8);
  await deliver('accepted by itself', demoWork.blurb);
  await on(12);
  const cancelled = await life.byCard(await life.order('cancelled', [slogans]));
  await life.must('POST', `/api/orders/${life.orders['cancelled']}/cancel`, undefined, await life.auth());
  const refunded = await life.byCard(await life.order('partly refunded', [{ slug: 'business-narratives' }]));
  await operate('refund', life.orders['partly refunded']!, '40', 'card', 'Goodwill refund');
  await operate('credit', 'maren@demo.example', '20', 'Sorry for the wait');
  await life.byCard(
    await life.order('payment failed', [{ slug: 'blurbs', brief: { items: [item(3)] } }]),
    'async',
    'fail',
  );
  await life.byCard(
    await life.order('paid too late', [{ slug: 'blurbs', brief: { items: [item(4)] } }]),
    'expire',
    'pay-late',
  );
  await life.byCard(await life.order('charged back', [slogans]), 'pay', 'dispute', 'dispute-lost');
  await on(6 + untilLate(6, true));
  await deliver('late express', demoWork.slogans);
  await life.say('accept', 'late express');
  await on(15);
  await deliver('paid too late', demoWork.brioche);
  await on(16);
  for (const ref of [cancelled, refunded]) await life.act(ref, 'refund-settle');
  await deliver('partly refunded', demoWork.narrative);
  await life.say('accept', 'partly refunded');
}

/** A bundle with a question, a revision and a conversation. */
async function playFifthWeek({ life, team, queue, on, deliver, untilLate }: Stage): Promise<void> {
  const orderForNadia = async () => {
    await life.byCard(
      await life.order('asked about', [
        { slug: 'starter-presence' },
        {
          slug: 'slogans',
          brief: {
            brandName: 'قهوة الصباح ☕',
            offer: 'نحمّص القهوة كل صباح ونوصلها قبل الإفطار. 🫘\n<b>Bold?</b> **No**, only text.',
          },
        },
      ]),
    );
    await life.byCard(await life.order('revision', [{ slug: 'smm-posts' }]));
  };
  let lateFrom = 32;
  while (lateFrom + untilLate(lateFrom, false) > lastDay) lateFrom -= 1;
  const steps = [
    { from: 30, step: orderForNadia },
    { from: lateFrom, step: () => queue.orderLateWork() },
  ];
  for (const { from, step } of steps.toSorted((one, other) => one.from - other.from)) {
    await on(from);
    await step();
  }

  await on(33);
  const askedAbout = life.orders['asked about']!;
  await team.start('Nadia', { number: askedAbout });
  await team.ask('Nadia', { number: askedAbout }, questions.sunday);
  await team.start('Nadia', { number: askedAbout, position: 2 });
  await deliver('revision', demoWork.posts);
  await on(35);
  await life.say('revision', 'revision', 'Post 3: please name the Saturday tasting.');
  await life.write('revision', messages.posts);
  await on(35, 3);
  await team.answerCustomer('Iris', life.orders['revision']!, messages.postsAnswer, 1);
  await queue.fiveDaysAgo();
}

/** The orders that are open when the demo ends. */
async function playLastDays({ life, shop, queue, on, deliver }: Stage): Promise<void> {
  await life.byCard(await life.order('delivered', [slogans]));
  await on(38);
  await deliver('delivered', demoWork.slogans);
  await queue.twoDaysAgo();
  await on(39);
  await life.byCard(await life.order('in the queue', [{ slug: 'blurbs', brief: { items: [item(1)] } }]));
  await life.byCard(
    await life.order('disputed', [{ slug: 'blurbs', brief: { items: [item(2)] } }]),
    'pay',
    'dispute',
  );
  await life.byCard(
    await life.order('hashtags', [{ slug: 'hashtag-optimization', brief: { location: 'Leeds' } }]),
  );
  await life.byCard(
    await life.order('report', [
      { slug: 'content-quality-analyzer', brief: { title: 'Our bakery', text: textToAnalyze } },
    ]),
  );
  await life.byCard(
    await life.order('being processed', [{ slug: 'blurbs', brief: { items: [item(3)] } }]),
    'async',
  );
  await life.must(
    'POST',
    '/api/support/create-ticket',
    {
      name: 'Maren Oduya',
      email: 'maren@demo.example',
      message: 'Can you also write a menu of 60 dishes in two languages?',
    },
    await life.auth(),
  );
  await queue.yesterday();
  await on(lastDay, -2);
  await life.write('in the queue', messages.weight);
  // pays from balance and card, so that a part of the balance is held
  const both = await life.order('held', [{ slug: 'growth-launchpad' }]);
  await shop.pay(both, 'both', await life.auth());
  await life.order('unpaid', [slogans]);
  await on(lastDay);
}

/** Simulates forty days of the shop through its API, with a clock that runs ahead. */
async function play(parts: Play): Promise<void> {
  const stage = openStage(parts);
  await playFirstWeek(stage);
  await playMoney(stage);
  await playFifthWeek(stage);
  await playLastDays(stage);
}

/**
 * Fills an empty shop: a customer with orders, emails and statement entries of every kind, a team of three, and other customers
 * whose orders the team works on. `endsAt`: when the demo's last day ends, by default now.
 * @throws StartError for a shop that has customers
 */
export async function fillDemo({
  dataDir,
  databaseUrl,
  settings = {},
  endsAt = new Date(),
}: {
  dataDir: string;
  databaseUrl?: string | undefined;
  settings?: Record<string, string>;
  endsAt?: Date;
}): Promise<Demo> {
  const database = await openDatabase({ databaseUrl, dataDir });
  try {
    await migrate(database.db);
    const someone = await database.db.selectFrom('customer').select('id').limit(1).executeTakeFirst();
    if (someone)
      throw new StartError(
        'This shop has customers already. Fill another: DATA_DIR=./demo-data npm run demo, then DATA_DIR=./demo-data npm start',
      );
    return await liveIn(database, dataDir, endsAt, {
      ...settings,
      RATE_LIMIT_FACTOR: '1000',
      BUSY_AFTER_MS: '600000',
    });
  } finally {
    await database.close();
  }
}

async function liveIn(
  database: Database,
  dataDir: string,
  endsAt: Date,
  settings: Record<string, string>,
): Promise<Demo> {
  const startsAt = new Date(endsAt.getTime() - lastDay * day);
  const config = loadConfig({ ...settings, DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const secrets = await sessionSecrets(config.sessionSecrets, dataDir);
  const shop = await openClockedShop({ config, database, sessionSecrets: secrets, startsAt });
  try {
    const life = new DemoCustomer(shop, maren);
    const team = new DemoTeam(shop);
    await life.register();
    await life.confirmAddress(database, secrets);
    await play({ life, shop, startsAt, team, queue: new DemoQueue(shop, team) });
    const findings = await shop.audit();
    if (findings.length > 0) throw new Error(`The books of the demo are wrong: ${findings.join('; ')}`);
    return { email: maren.email, password: life.password, orders: life.orders, team: await team.links() };
  } finally {
    await shop.close();
  }
}
