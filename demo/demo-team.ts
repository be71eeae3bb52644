import { randomBytes } from 'node:crypto';
import { hour } from '#contract/durations.ts';
import type { DeskLine } from '#contract/desk/work.ts';
import { Secret, TOTP } from 'otpauth';
import type { ClockedShop } from './open-clocked-shop.ts';

const people = {
  Nadia: { name: 'Nadia Brooks', role: 'editor' },
  Theo: { name: 'Theo Park', role: 'writer' },
  Iris: { name: 'Iris Vance', role: 'support' },
} as const;
type PersonName = keyof typeof people;

/** A link with which a visitor of the demo logs in as this person, once and within a day. */
export type TeamLink = { name: string; role: string; url: string };

type Member = {
  id: string;
  email: string;
  password: string;
  secret: string;
  cookie: string;
  usedAt: number;
};

/** An order's line, as the desk identifies it. */
export type DemoPlace = { number: string; position?: number };

/** Three people who use the desk through its API, each after logging in with a password and a code. */
export class DemoTeam {
  private readonly shop: ClockedShop;
  private readonly members = new Map<PersonName, Member>();
  /** The desk's origin, used in its links. */
  private origin = '';
  constructor(shop: ClockedShop) {
    this.shop = shop;
  }

  async join(): Promise<void> {
    for (const [key, { name, role }] of Object.entries(people)) {
      const [link = ''] = (await this.operateStaff('invite', role)).split('\n');
      const { origin, hash } = new URL(link);
      this.origin = origin;
      const code = hash.slice(1);
      const email = `${key.toLowerCase()}@demo.example`;
      const password = `demo ${randomBytes(6).toString('hex')}`;
      const { secret } = await this.call<{ secret: string }>('welcome/code', { body: { code } });
      const joined = await this.call<{ me: { id: string } }>('welcome', {
        body: { code, name, email, password: { password, secret, code: this.sixDigits(secret) } },
        keepCookie: (cookie) =>
          this.members.set(key as PersonName, {
            id: '',
            email,
            password,
            secret,
            cookie,
            usedAt: this.shop.now().getTime(),
          }),
      });
      this.member(key as PersonName).id = joined.me.id;
      // customers see this name with answers
      await this.act(key as PersonName, 'me', { publicName: key, singleKeys: true });
    }
    await this.shop.app.jobs.drain();
  }

  /** Calls the desk as this person, by GET without a body and by POST with one. */
  async act<Body = unknown>(who: PersonName, path: string, body?: object): Promise<Body> {
    const { cookie } = await this.loggedIn(who);
    const answer = await this.call<Body>(path, { body, cookie });
    await this.shop.app.jobs.drain();
    return answer;
  }

  assign(who: PersonName, { number, position = 1 }: DemoPlace, to: PersonName): Promise<unknown> {
    return this.act(who, 'lines/assign', { lines: [{ number, position }], staffId: this.member(to).id });
  }

  start(who: PersonName, { number, position = 1 }: DemoPlace): Promise<unknown> {
    return this.act(who, 'lines/start', { lines: [{ number, position }] });
  }

  ask(who: PersonName, place: DemoPlace, text: string): Promise<unknown> {
    return this.act(who, `${pathOf(place)}/ask`, { text });
  }

  /** Marks the first requested change to this version as done. */
  markDone(who: PersonName, place: DemoPlace, version: number, answer: string): Promise<unknown> {
    return this.act(who, `${pathOf(place)}/points/${version}/1`, { outcome: 'done', answer });
  }

  note(who: PersonName, place: DemoPlace, text: string): Promise<unknown> {
    return this.act(who, `${pathOf(place)}/notes`, { text });
  }

  /** Writes texts into the work sheet's fields, by label. Returns the draft's revision. */
  async write(who: PersonName, place: DemoPlace, texts: Record<string, string>): Promise<number> {
    const { sheet, draft } = await this.act<DeskLine>(who, pathOf(place));
    const pieces = Object.entries(texts).map(([label, text]) => {
      const piece = sheet.pieces.find((one) => one.label === label);
      if (!piece) throw new Error(`No “${label}” among ${sheet.pieces.map((one) => one.label).join(', ')}`);
      return { key: piece.key, text };
    });
    const basedOn = draft?.revision ?? 0;
    const body = { pieces, message: '', basedOn };
    const { revision } = await this.act<{ revision: number }>(who, `${pathOf(place)}/draft`, body);
    return revision;
  }

  handIn(who: PersonName, place: DemoPlace, basedOn: number): Promise<unknown> {
    return this.act(who, `${pathOf(place)}/hand-in`, { basedOn });
  }

  /** Delivers the draft, and waits until the time to undo is over. */
  async deliver(who: PersonName, place: DemoPlace, basedOn: number): Promise<void> {
    await this.act(who, `${pathOf(place)}/deliver`, { basedOn, reasons: {} });
    await this.letHeldLeave();
  }

  /** Replies to the customer's messages about an order. `seen`: the number of messages that this person has read. */
  async answerCustomer(who: PersonName, number: string, text: string, seen: number): Promise<void> {
    await this.act(who, `tickets/${number}/messages`, { text, seen });
    await this.letHeldLeave();
  }

  /** Creates new links for all three people. Using a link ends the login that the demo made. */
  async links(): Promise<TeamLink[]> {
    const links: TeamLink[] = [];
    for (const [key, { name, role }] of Object.entries(people)) {
      const { email } = this.member(key as PersonName);
      const [url = ''] = (await this.operateStaff('let-back-in', email)).split('\n');
      links.push({ name, role, url });
    }
    return links;
  }

  private async letHeldLeave(): Promise<void> {
    this.shop.pass(11_000);
    await this.shop.app.jobs.drain();
  }

  private member(who: PersonName): Member {
    const member = this.members.get(who);
    if (!member) throw new Error(`${who} has not joined`);
    return member;
  }

  private async loggedIn(who: PersonName): Promise<Member> {
    const member = this.member(who);
    const now = this.shop.now().getTime();
    if (now - member.usedAt > hour) {
      const { email, password, secret } = member;
      await this.call('login/password', {
        body: { email, password, code: this.sixDigits(secret) },
        keepCookie: (cookie) => void (member.cookie = cookie),
      });
    }
    member.usedAt = now;
    return member;
  }

  private sixDigits(secret: string): string {
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: this.shop.now().getTime() });
  }

  private operateStaff(...words: string[]): Promise<string> {
    return this.shop.operate('staff', ...words);
  }

  /** Calls the desk as its page does, but inside this process, because the desk answers only at its own host. */
  private async call<Body>(
    path: string,
    {
      body,
      cookie,
      keepCookie,
    }: { body?: object | undefined; cookie?: string; keepCookie?: (cookie: string) => void },
  ): Promise<Body> {
    const answer = await this.shop.app.http.inject({
      method: body ? 'POST' : 'GET',
      url: `/api/desk/${path}`,
      headers: {
        host: new URL(this.origin).host,
        origin: this.origin,
        'sec-fetch-site': 'same-origin',
        'x-desk': '1',
        ...(cookie ? { cookie } : {}),
      },
      ...(body ? { payload: body } : {}),
    });
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
    const [set] = [answer.headers['set-cookie']].flat();
    if (set !== undefined) keepCookie?.(set.split(';')[0]!);
    return (answer.body === '' ? undefined : JSON.parse(answer.body)) as Body;
  }
}

const pathOf = ({ number, position = 1 }: DemoPlace) => `lines/${number}/${position}`;
