import { day, minute, second } from '#contract/durations.ts';
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { SessionList, Tokens } from '#contract/storefront/accounts.ts';
import fc from 'fast-check';
import { openTestShop, testPassword, type TestShop } from '#test/server/open-test-shop.ts';

/** An in-memory model of the rules for one login (docs/security/rules.md), compared with two processes. */
type Family = { endsAt: number; idle: number; over: boolean };
type Token = {
  family: Family;
  access: string;
  refresh: string;
  madeAt: number;
  used: boolean;
  supersededAt?: number;
  successors: Token[];
};
type World = {
  email: string;
  passwords: string[];
  /** Every pair of tokens ever issued, because tabs, copies and thieves may hold any of them. */
  tokens: Token[];
};
type Real = { shops: TestShop[] };

let shops: TestShop[];
before(async () => {
  const settings = { RATE_LIMIT_FACTOR: '1000000' };
  const first = await openTestShop({ settings });
  shops = [first, await openTestShop({ settings, database: first.database })];
});
after(async () => {
  await shops[1]!.close();
  await shops[0]!.close();
});

const now = () => shops[0]!.now().getTime();
const isLive = ({ family }: Token) => !family.over && now() < family.endsAt;
const isLiveAccess = (token: Token) => isLive(token) && now() - token.madeAt < 10 * minute;

/** Whether the model accepts a refresh. Ends the model's token family on reuse. */
function expectRefresh(token: Token): boolean {
  const { family, successors } = token;
  if (!isLive(token) || now() >= Math.min(token.madeAt + family.idle, family.endsAt)) return false;
  const isPast = (at: number) => now() - at > 10 * second;
  const isReplaced = token.supersededAt !== undefined && isPast(token.supersededAt);
  const isStale = successors.some(({ used }) => used) && isPast(Math.min(...successors.map((s) => s.madeAt)));
  if (isReplaced || isStale) {
    family.over = true;
    return false;
  }
  token.used = true;
  for (const successor of successors)
    if (!successor.used && isPast(successor.madeAt)) successor.supersededAt ??= now();
  return true;
}

function keep(world: World, family: Family, { accessToken, refreshToken }: Tokens, parent?: Token): void {
  const token: Token = {
    family,
    access: accessToken,
    refresh: refreshToken,
    madeAt: now(),
    used: false,
    successors: [],
  };
  parent?.successors.push(token);
  world.tokens.push(token);
}

const newFamily = (remembered: boolean): Family => ({
  endsAt: now() + (remembered ? 90 * day : day),
  idle: remembered ? 30 * day : day,
  over: false,
});
const families = ({ tokens }: World) => new Set(tokens.map(({ family }) => family));
const password = ({ passwords }: World) => passwords.at(-1)!;
const pick = <Value>(values: readonly Value[], at: number): Value => values[at % values.length]!;

const post = <Body>(shop: TestShop, path: string, body: object, access?: string) =>
  shop.send<Body>('POST', `/api/accounts/${path}`, { body, headers: access ? shop.bearer(access) : {} });

class Command implements fc.AsyncCommand<World, Real> {
  readonly name: string;
  readonly act: (world: World, real: Real) => Promise<void>;
  constructor(name: string, act: (world: World, real: Real) => Promise<void>) {
    this.name = name;
    this.act = act;
  }
  check = () => true;
  run = (world: World, real: Real) => this.act(world, real);
  toString = () => this.name;
}

const process = fc.nat(1);
// few token families, so that random histories reuse old tokens
const which = fc.nat(6);

const logIn = fc.tuple(process, fc.boolean()).map(
  ([at, rememberMe]) =>
    new Command(`log in at ${at}${rememberMe ? ', remembered' : ''}`, async (world, real) => {
      const body = { email: world.email, password: password(world), rememberMe };
      const answer = await post<Tokens>(real.shops[at]!, 'login', body);
      assert.equal(answer.status, 200);
      keep(world, newFamily(rememberMe), answer.body);
    }),
);
const refresh = fc.tuple(process, which).map(
  ([at, index]) =>
    new Command(`refresh ${index} at ${at}`, async (world, real) => {
      const token = pick(world.tokens, index);
      const expected = expectRefresh(token);
      const answer = await post<Tokens>(real.shops[at]!, 'refresh', { refreshToken: token.refresh });
      assert.equal(answer.status, expected ? 200 : 401);
      if (expected) keep(world, token.family, answer.body, token);
    }),
);
const refreshAtOnce = fc.tuple(which, fc.integer({ min: 2, max: 5 })).map(
  ([index, times]) =>
    new Command(`refresh ${index} ${times} times at once`, async (world, real) => {
      const token = pick(world.tokens, index);
      const answers = await Promise.all(
        Array.from({ length: times }, (_, n) =>
          post<Tokens>(pick(real.shops, n), 'refresh', { refreshToken: token.refresh }),
        ),
      );
      for (const { status, body } of answers) {
        const expected = expectRefresh(token);
        assert.equal(status, expected ? 200 : 401);
        if (expected) keep(world, token.family, body, token);
      }
    }),
);
const logOut = fc.tuple(process, which).map(
  ([at, index]) =>
    new Command(`log out ${index} at ${at}`, async (world, real) => {
      const token = pick(world.tokens, index);
      const expected = isLiveAccess(token) ? 204 : 401;
      const answer = await post(real.shops[at]!, 'logout', { refreshToken: token.refresh }, token.access);
      assert.equal(answer.status, expected);
      if (expected === 204) token.family.over = true;
    }),
);
const logOutEverywhere = fc.tuple(process, which).map(
  ([at, index]) =>
    new Command(`log out everywhere with ${index} at ${at}`, async (world, real) => {
      const token = pick(world.tokens, index);
      const expected = isLiveAccess(token) ? 204 : 401;
      assert.equal(
        (await post(real.shops[at]!, 'logout-everywhere', { currentPassword: password(world) }, token.access))
          .status,
        expected,
      );
      if (expected === 204) for (const family of families(world)) family.over = true;
    }),
);
const changePassword = fc.tuple(process, which).map(
  ([at, index]) =>
    new Command(`change the password with ${index} at ${at}`, async (world, real) => {
      const token = pick(world.tokens, index);
      const expected = isLiveAccess(token) ? 200 : 401;
      const next = `violet tractor hums ${world.passwords.length + 100}`;
      const body = { currentPassword: password(world), password: next, repeatedPassword: next };
      const answer = await post<Tokens>(real.shops[at]!, 'change-password', body, token.access);
      assert.equal(answer.status, expected);
      if (expected === 401) return;
      const isRemembered = token.family.idle > day;
      for (const family of families(world)) family.over = true;
      world.passwords.push(next);
      keep(world, newFamily(isRemembered), answer.body);
    }),
);
const wait = (...durations: number[]) =>
  fc.constantFrom(...durations).map(
    (ms) =>
      new Command(`wait ${ms / second} s`, async (_world, real) => {
        for (const shop of real.shops) shop.pass(ms);
      }),
  );

const command = fc.oneof(
  { weight: 8, arbitrary: refresh },
  { weight: 2, arbitrary: refreshAtOnce },
  { weight: 5, arbitrary: wait(second, 9 * second, 11 * second) },
  { weight: 1, arbitrary: wait(5 * minute, 11 * minute, 25 * 60 * minute, 31 * day) },
  { weight: 2, arbitrary: logIn },
  { weight: 1, arbitrary: logOut },
  { weight: 1, arbitrary: logOutEverywhere },
  { weight: 1, arbitrary: changePassword },
);

/** The invariant: on both processes, exactly the live sessions' tokens are accepted, and exactly the live sessions are listed. */
async function checkAll(world: World, real: Real): Promise<void> {
  for (const [index, token] of world.tokens.entries()) {
    const shop = pick(real.shops, index);
    const { status, body } = await shop.send<SessionList>('GET', '/api/accounts/sessions', {
      headers: shop.bearer(token.access),
    });
    assert.equal(status, isLiveAccess(token) ? 200 : 401, `access token ${index}`);
    if (status !== 200) continue;
    const newest = (family: Family) => world.tokens.findLast((one) => one.family === family)!;
    const live = [...families(world)].filter(
      (family) => isLive(newest(family)) && now() - newest(family).madeAt < family.idle,
    );
    assert.equal(body.sessions.length, live.length, 'what is listed');
  }
  for (const old of world.passwords.slice(-2, -1))
    assert.equal((await post(real.shops[0]!, 'login', { email: world.email, password: old })).status, 400);
}

test('accepts exactly the tokens that the model allows, in random histories of tabs, thieves and processes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands([command], { maxCommands: 30, size: 'max' }), async (run) => {
      const { email, tokens } = await shops[0]!.customer();
      const world: World = { email, passwords: [testPassword], tokens: [] };
      keep(world, newFamily(false), tokens);
      const real: Real = { shops };
      await fc.asyncModelRun(() => ({ model: world, real }), run);
      await checkAll(world, real);
    }),
    { numRuns: 25, endOnFailure: true },
  );
});
