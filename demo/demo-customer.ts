import { randomBytes } from 'node:crypto';
import { hour } from '#contract/durations.ts';
import type { Tokens } from '#contract/storefront/accounts.ts';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { configurationOf, type OrderDetails } from '#contract/catalogue/order-details.ts';
import { priceLine } from '#contract/catalogue/pricing.ts';
import type { RevisionPoint } from '#contract/storefront/revision-points.ts';
import { emailCode } from '#server/accounts/email-codes.ts';
import type { Database } from '#server/database/open-database.ts';
import { type Keys, keysFor } from '#server/process/derived-keys.ts';
import { demoBrief, demoLists, demoVariants } from './demo-work.ts';
import { exampleDetails } from './example-orders.ts';
import type { ClockedShop } from './open-clocked-shop.ts';
import { slogansOrder } from './slogans-order.ts';

const { productOf, products } = builtInCatalogue;

const newPassword = () => `demo ${randomBytes(6).toString('hex')}`;

export type Line = { slug: string; details?: Partial<OrderDetails>; brief?: OrderDetails['brief'] };

/** A brand's answers to order forms, by field key. `lists`: answers with several lines or terms. */
export type Brand = { texts: Record<string, string>; lists: Record<string, string[]> };

/** The customer of the demo, or one of the other customers. */
type Who = { firstName: string; lastName: string; email: string };

/**
 * Fills a product's brief with the brand's answers, as many per field as in the example. Other fields have the example's values.
 */
function detailsOf({ slug, details, brief }: Line, brand: Brand): [number, OrderDetails] {
  const product = products.find((one) => one.slug === slug);
  if (!product) throw new Error(`There is no product ${slug}`);
  const example = exampleDetails(product, details?.quantity);
  const answers = Object.fromEntries(
    product.fields.flatMap(({ key, type, required }) => {
      const usual = example.brief[key]!;
      const own = Array.isArray(usual)
        ? brand.lists[key]?.slice(0, Math.max(1, usual.length))
        : brand.texts[key];
      if (own !== undefined) return [[key, own]];
      const isChoice = type === 'select' || type === 'multiselect';
      return required || isChoice ? [[key, usual]] : [];
    }),
  );
  const variant = demoVariants[slug] ?? example.variant;
  return [product.orderType, { ...example, variant, ...details, brief: { ...answers, ...brief } }];
}

function priceOf(orderType: number, details: OrderDetails): number {
  const product = productOf(orderType);
  return priceLine(product, configurationOf(product, details)).total;
}

/** A customer who uses the shop through its API. */
export class DemoCustomer {
  /** The number of one order in each state. */
  readonly orders: Record<string, string> = {};
  readonly who: Who;
  password = newPassword();
  private readonly shop: ClockedShop;
  private readonly brand: Brand;
  private tokens: Tokens | undefined;
  constructor(shop: ClockedShop, who: Who, brand: Brand = { texts: demoBrief, lists: demoLists }) {
    this.shop = shop;
    this.who = who;
    this.brand = brand;
  }

  async register(): Promise<void> {
    const { password } = this;
    const { firstName, lastName } = this.who;
    await this.must('POST', '/api/Accounts/register', {
      ...this.who,
      password,
      repeatedPassword: password,
      agreedToPrivacyPolicy: true,
    });
    await this.must(
      'POST',
      '/api/accounts/update',
      { firstName, lastName, country: 'US' },
      await this.auth(),
    );
  }

  /** Confirms the address, so that later emails contain the name. */
  async confirmAddress({ db }: Pick<Database, 'db'>, secrets: Keys): Promise<void> {
    const { id } = await db
      .selectFrom('email_code')
      .select('id')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    const code = emailCode(keysFor(secrets, 'email codes'), 'confirmEmail', id);
    await this.must('POST', '/api/accounts/confirm-email', { email: this.who.email, code });
  }

  /** Simulates the events of an account: another browser, a forgotten password, a new password. */
  async visitAccount(): Promise<void> {
    const { shop } = this;
    const { email } = this.who;
    await this.must('POST', '/api/Accounts/register', {
      ...this.who,
      password: this.password,
      repeatedPassword: this.password,
      agreedToPrivacyPolicy: true,
    });
    await this.must('POST', '/api/Accounts/forgot-password', { email });
    const phone = {
      'user-agent':
        'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
    };
    await this.must('POST', '/api/Accounts/login', { email, password: this.password }, phone);
    const { refreshToken } = await shop.logIn(email, this.password);
    // reuses an old refresh token after the session was renewed, as a thief would
    const renewed = await this.must<Tokens>('POST', '/api/Accounts/refresh', { refreshToken });
    await this.must('POST', '/api/Accounts/refresh', { refreshToken: renewed.refreshToken });
    shop.pass(hour);
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
    // without remember-me, a session expires between two visits
    this.tokens =
      renewed?.status === 200 ? renewed.body : await this.shop.logIn(this.who.email, this.password);
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

  /** Places an order and stores its number under the state `shows`. */
  async order(shows: string, lines: Line[]): Promise<string> {
    const { firstName, lastName } = this.who;
    const detailed = lines.map((line) => detailsOf(line, this.brand));
    const { orderNumber, token } = await this.shop.placeOrder(await this.auth(), {
      ...slogansOrder,
      firstName,
      lastName,
      orderTypes: detailed.map(([orderType]) => orderType),
      orderDetails: detailed.map(([, details]) => details),
      price: detailed.reduce((sum, [orderType, details]) => sum + priceOf(orderType, details), 0),
    });
    this.orders[shows] = orderNumber;
    return token;
  }

  /** Performs these acts at the provider, in order. */
  async act(ref: string, ...acts: string[]): Promise<void> {
    for (const act of acts) {
      await this.shop.act(ref, act);
      await this.shop.app.jobs.drain();
    }
  }

  /** Opens the provider's page, performs these acts and returns the page's reference. */
  async byCard(token: string, ...acts: string[]): Promise<string> {
    const ref = await this.shop.startPayment(token);
    await this.act(ref, ...(acts.length > 0 ? acts : ['pay']));
    return ref;
  }

  async fromBalance(token: string): Promise<void> {
    await this.shop.pay(token, 'balance', await this.auth());
    await this.shop.app.jobs.drain();
  }

  /** Sends the customer's message about an order. */
  async write(shows: string, text: string): Promise<void> {
    await this.must('POST', `/api/orders/${this.orders[shows]}/messages`, { text }, await this.auth());
    await this.shop.app.jobs.drain();
  }

  /** Performs the customer's action on a line. */
  async say(what: 'answer' | 'revision' | 'accept', shows: string, text?: string, line = 1): Promise<void> {
    await this.onLine(what, shows, text === undefined ? undefined : { text }, line);
  }

  /** Requests changes, each about one text of the delivery. */
  async askForChanges(
    shows: string,
    points: readonly Pick<RevisionPoint, 'piece' | 'note'>[],
  ): Promise<void> {
    await this.onLine('revision', shows, { points }, 1);
  }

  private async onLine(what: string, shows: string, body: unknown, line: number): Promise<void> {
    const path = `/api/orders/${this.orders[shows]}/lines/${line}/${what}`;
    await this.must('POST', path, body, await this.auth());
    await this.shop.app.jobs.drain();
  }
}
