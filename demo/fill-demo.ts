import { randomBytes } from 'node:crypto';
import { day, hour } from '#contract/durations.ts';
import type { Tokens } from '#contract/accounts.ts';
import { builtInCatalogue } from '#contract/built-in-catalogue.ts';
import { configurationOf, type OrderDetails } from '#contract/order-details.ts';
import { priceLine } from '#contract/pricing.ts';
import { emailCode } from '#server/accounts/email-codes.ts';
import { migrate } from '#server/database/migrate.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { loadConfig } from '#server/process/config.ts';
import { keysFor } from '#server/process/derived-keys.ts';
import { sessionSecrets } from '#server/process/session-secret.ts';
import { StartError } from '#server/process/start-error.ts';
import {
  contentSheet,
  countSheet,
  demoBrief,
  demoLists,
  demoVariants,
  demoWork,
  messages,
  questions,
  textToAnalyze,
} from './demo-work.ts';
import { exampleDetails } from './example-orders.ts';
import { type ClockedShop, openClockedShop } from './open-clocked-shop.ts';
import { slogansOrder } from './slogans-order.ts';
import { writeAsTeam } from './write-as-team.ts';

const { productOf, products } = builtInCatalogue;

const newPassword = () => `demo ${randomBytes(6).toString('hex')}`;

type Line = { slug: string; details?: Partial<OrderDetails>; brief?: OrderDetails['brief'] };
export type Demo = {
  email: string;
  password: string;
  /** The number of one order for each state. */
  orders: Record<string, string>;
};

/** An item that the bakery sells, which distinguishes its orders. */
const item = (index: number) => demoLists['items']![index]!;

function detailsOf({ slug, details, brief }: Line): [number, OrderDetails] {
  const product = products.find((one) => one.slug === slug);
  if (!product) throw new Error(`There is no product ${slug}`);
  const example = exampleDetails(product);
  // the bakery's own answers, as many per field as the example has
  const answers = Object.fromEntries(
    Object.entries(example.brief).map(([key, answer]) => [
      key,
      Array.isArray(answer)
        ? (demoLists[key]?.slice(0, Math.max(1, answer.length)) ?? answer)
        : (demoBrief[key] ?? answer),
    ]),
  );
  const variant = demoVariants[slug] ?? example.variant;
  return [product.orderType, { ...example, variant, ...details, brief: { ...answers, ...brief } }];
}

function priceOf(orderType: number, details: OrderDetails): number {
  const product = productOf(orderType);
  return priceLine(product, configurationOf(product, details)).total;
}

const maren = { firstName: 'Maren', lastName: 'Oduya' };

/** Plays forty days of one customer with the shop through its API, with a clock that runs ahead. */
class DemoLife {
  readonly orders: Record<string, string> = {};
  private readonly shop: ClockedShop;
  private readonly start: Date;
  private readonly email: string;
  password = newPassword();
  private tokens: Tokens | undefined;
  constructor(shop: ClockedShop, email: string) {
    this.shop = shop;
    this.email = email;
    this.start = shop.now();
  }

  /** Moves the clock to this day of the demo, counted from 0. */
  async on(dayOfLife: number, hours = 0): Promise<void> {
    const then = this.start.getTime() + dayOfLife * day + hours * hour;
    // Moves the clock in steps, so that emails and timers run when they are due, not all at the end.
    while (this.shop.now().getTime() < then) {
      this.shop.pass(Math.min(12 * hour, then - this.shop.now().getTime()));
      await this.shop.app.jobs.drain();
    }
  }

  async register(): Promise<void> {
    const { email, password } = this;
    await this.must('POST', '/api/Accounts/register', {
      ...maren,
      email,
      password,
      repeatedPassword: password,
      agreedToPrivacyPolicy: true,
    });
    await this.must('POST', '/api/accounts/update', { ...maren, country: 'US' }, await this.auth());
  }

  /** Plays the events of an account: another browser, a forgotten code, a new password. */
  async visitAccount(): Promise<void> {
    const { email, shop } = this;
    const repeated = { password: this.password, repeatedPassword: this.password };
    await this.must('POST', '/api/Accounts/register', {
      ...maren,
      email,
      ...repeated,
      agreedToPrivacyPolicy: true,
    });
    await this.must('POST', '/api/Accounts/forgot-password', { email });
    const phone = {
      'user-agent':
        'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
    };
    await this.must('POST', '/api/Accounts/login', { email, password: this.password }, phone);
    const { refreshToken } = await shop.logIn(email, this.password);
    // a thief uses a copy of an old token after the session has continued
    const renewed = await this.must<Tokens>('POST', '/api/Accounts/refresh', { refreshToken });
    await this.must('POST', '/api/Accounts/refresh', { refreshToken: renewed.refreshToken });
    await this.on(2, 1);
    await shop.send('POST', '/api/Accounts/refresh', { body: { refreshToken } });
    const auth = await this.auth();
    const first = this.password;
    this.password = newPassword();
    const changed = { currentPassword: first, password: this.password, repeatedPassword: this.password };
    await this.must('POST', '/api/Accounts/change-password', changed, auth);
    await shop.app.jobs.drain();
  }

  async auth(): Promise<{ authorization: string }> {
    const body = { refreshToken: this.tokens?.refreshToken };
    const renewed = this.tokens && (await this.shop.send<Tokens>('POST', '/api/Accounts/refresh', { body }));
    // a session without remember-me ends between two visits
    this.tokens = renewed?.status === 200 ? renewed.body : await this.shop.logIn(this.email, this.password);
    return this.shop.bearer(this.tokens.accessToken);
  }

  async must<Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Body> {
    const answer = await this.shop.send<Body>(method, path, { body, headers });
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Places an order and stores its number under the state it shows. */
  async order(shows: string, lines: Line[]): Promise<string> {
    const detailed = lines.map(detailsOf);
    const { orderNumber, token } = await this.shop.placeOrder(await this.auth(), {
      ...slogansOrder,
      ...maren,
      orderTypes: detailed.map(([orderType]) => orderType),
      orderDetails: detailed.map(([, details]) => details),
      price: detailed.reduce((sum, [orderType, details]) => sum + priceOf(orderType, details), 0),
    });
    this.orders[shows] = orderNumber;
    return token;
  }

  /** Acts at the provider, in order. */
  async act(ref: string, ...acts: string[]): Promise<void> {
    for (const act of acts) {
      await this.shop.act(ref, act);
      await this.shop.app.jobs.drain();
    }
  }

  /** Opens the provider's page, acts on it and returns its reference. */
  async byCard(token: string, ...acts: string[]): Promise<string> {
    const ref = await this.shop.startPayment(token);
    await this.act(ref, ...(acts.length > 0 ? acts : ['pay']));
    return ref;
  }

  async fromBalance(token: string): Promise<void> {
    await this.shop.pay(token, 'balance', await this.auth());
    await this.shop.app.jobs.drain();
  }

  async operate(name: string, ...words: string[]): Promise<void> {
    await this.shop.operate(name, ...words);
    await this.shop.app.jobs.drain();
  }

  async deliver(shows: string, text: string, sheet?: { name: string; content: string }): Promise<void> {
    await this.shop.app.commands['deliver']!.run({
      words: [this.orders[shows] ?? '', '1'],
      files: [
        { name: 'work.md', content: Buffer.from(text) },
        ...(sheet ? [{ name: sheet.name, content: Buffer.from(sheet.content) }] : []),
      ],
      by: { kind: 'operator', id: 'demo' },
    });
    await this.shop.app.jobs.drain();
  }

  /** The customer's message about an order. */
  async write(shows: string, text: string): Promise<void> {
    await this.must('POST', `/api/orders/${this.orders[shows]}/messages`, { text }, await this.auth());
    await this.shop.app.jobs.drain();
  }

  /** The customer's action on a line. */
  async say(what: 'answer' | 'revision' | 'accept', shows: string, text?: string, line = 1): Promise<void> {
    const path = `/api/orders/${this.orders[shows]}/lines/${line}/${what}`;
    await this.must('POST', path, text === undefined ? undefined : { text }, await this.auth());
    await this.shop.app.jobs.drain();
  }
}

async function live(life: DemoLife, shop: ClockedShop, database: Database): Promise<void> {
  const slogans: Line = { slug: 'slogans' };
  await shop.addFunds(await life.auth(), 50_000, maren);
  await life.fromBalance(await life.order('completed', [slogans]));
  await life.order('expired', [{ slug: 'blurbs', brief: { items: [item(1)] } }]);

  await life.on(1);
  await life.operate('start', life.orders['completed']!, '1');
  await life.on(2);
  await life.visitAccount();
  await life.on(3);
  await life.deliver('completed', demoWork.slogans);
  await life.on(4);
  await life.say('revision', 'completed', 'The “Bold” group is too loud for us. Calmer, please.');
  await life.on(6);
  await life.deliver('completed', demoWork.slogansRevised);
  await life.say('accept', 'completed');

  await life.byCard(
    await life.order('accepted by itself', [{ slug: 'blurbs', brief: { items: [item(0)] } }]),
  );
  await life.byCard(await life.order('late express', [{ slug: 'slogans', details: { express: true } }]));
  await life.on(8);
  await life.deliver('accepted by itself', demoWork.blurb, {
    name: 'word-counts.csv',
    content: countSheet(demoWork.blurb),
  });
  await life.on(12);
  await life.deliver('late express', demoWork.slogans);
  await life.say('accept', 'late express');

  const cancelled = await life.byCard(await life.order('cancelled', [slogans]));
  await life.must('POST', `/api/orders/${life.orders['cancelled']}/cancel`, undefined, await life.auth());
  const refunded = await life.byCard(await life.order('partly refunded', [{ slug: 'business-narratives' }]));
  await life.operate('refund', life.orders['partly refunded']!, '40', 'card', 'Goodwill refund');
  await life.operate('credit', 'maren@demo.example', '20', 'Sorry for the wait');
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
  await life.on(16);
  for (const ref of [cancelled, refunded]) await life.act(ref, 'refund-settle');
  await life.deliver('partly refunded', demoWork.narrative);
  await life.say('accept', 'partly refunded');

  await life.on(30);
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
  await life.on(33);
  await life.operate('start', life.orders['asked about']!, '1');
  await life.operate('ask', life.orders['asked about']!, '1', questions.sunday);
  await life.operate('start', life.orders['asked about']!, '2');
  await life.deliver('revision', demoWork.posts, {
    name: 'content-sheet.csv',
    content: contentSheet(demoWork.posts),
  });
  await life.on(35);
  await life.say('revision', 'revision', 'Post 3: please name the Saturday tasting.');
  await life.write('revision', messages.posts);
  await life.on(35, 3);
  await writeAsTeam(database, shop, life.orders['revision']!, messages.postsAnswer);

  await life.byCard(await life.order('delivered', [slogans]));
  await life.on(38);
  await life.deliver('delivered', demoWork.slogans);
  await life.on(39);
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
  await life.on(40, -2);
  await life.write('in the queue', messages.weight);
  // pays from balance and card, so that a part of the balance is held
  const both = await life.order('held', [{ slug: 'growth-launchpad' }]);
  await shop.pay(both, 'both', await life.auth());
  await life.order('unpaid', [slogans]);
  await life.on(40);
}

/**
 * Fills an empty shop with a customer who has orders, emails and statement entries of every kind; the story ends now.
 * @throws StartError for a shop that has customers.
 */
export async function fillDemo({
  dataDir,
  databaseUrl,
  settings = {},
}: {
  dataDir: string;
  databaseUrl?: string | undefined;
  settings?: Record<string, string>;
}): Promise<Demo> {
  const database = await openDatabase({ databaseUrl, dataDir });
  try {
    await migrate(database.db);
    const someone = await database.db.selectFrom('customer').select('id').limit(1).executeTakeFirst();
    if (someone)
      throw new StartError(
        'This shop has customers already. Fill another: DATA_DIR=./demo-data npm run demo, then DATA_DIR=./demo-data npm start',
      );
    return await liveIn(database, dataDir, {
      ...settings,
      RATE_LIMIT_FACTOR: '1000',
      BUSY_AFTER_MS: '600000',
    });
  } finally {
    await database.close();
  }
}

async function liveIn(database: Database, dataDir: string, settings: Record<string, string>): Promise<Demo> {
  const startsAt = new Date(Date.now() - 40 * day);
  const config = loadConfig({ ...settings, DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const secrets = await sessionSecrets(config.sessionSecrets, dataDir);
  const shop = await openClockedShop({ config, database, sessionSecrets: secrets, startsAt });
  try {
    const email = 'maren@demo.example';
    const life = new DemoLife(shop, email);
    await life.register();
    // confirms the address, so that later emails contain her name
    const { id } = await database.db.selectFrom('email_code').select('id').executeTakeFirstOrThrow();
    const code = emailCode(keysFor(secrets, 'email codes'), 'confirmEmail', id);
    await life.must('POST', '/api/accounts/confirm-email', { email, code });
    await live(life, shop, database);
    const findings = await shop.audit();
    if (findings.length > 0) throw new Error(`The books of the demo are wrong: ${findings.join('; ')}`);
    return { email, password: life.password, orders: life.orders };
  } finally {
    await shop.close();
  }
}
