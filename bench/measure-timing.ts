import { minute } from '#contract/durations.ts';
import { openTestDesk, staffPassword } from '#test/server/open-test-desk.ts';
import { openTestShop, testPassword, type TestShop } from '#test/server/open-test-shop.ts';
import { printTable } from './print-table.ts';

const pairs = 300;
/** Greatest difference from 0.5 at which response times reveal nothing. */
const mostLean = 0.1;

/**
 * The probability that a call of `slow` took longer than a call of `fast` (ties count half). 0.5 reveals nothing, 0 or 1
 * everything.
 */
function areaUnderCurve(slow: readonly number[], fast: readonly number[]): number {
  let wins = 0;
  for (const one of slow) for (const other of fast) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (slow.length * fast.length);
}

async function timed(shop: TestShop, path: string, body: object): Promise<number> {
  const start = performance.now();
  await shop.send('POST', `/api/Accounts/${path}`, { body });
  const ms = performance.now() - start;
  // sends the email afterwards, so that the time doesn't include it
  await shop.app.jobs.drain();
  return ms;
}

/**
 * The area under the curve for failed logins of staff, against logins with an unknown address, by the reason of the failure. The
 * calls take turns.
 */
async function measureStaff(): Promise<{ call: string; pairs: number; AUC: string }[]> {
  const desk = await openTestDesk({ settings: { RATE_LIMIT_FACTOR: '100000' } });
  try {
    const known = await desk.join('owner', 'password');
    const locked = await desk.join('reader', 'password');
    const passkeyOnly = await desk.join('reader');
    await desk.shop.operate('staff', 'lock', locked.email, locked.email);
    await desk.shop.app.jobs.drain();
    const wrong = { password: 'wrong', code: '000000' };
    const kinds: Record<string, () => object> = {
      unknown: () => ({ ...wrong, email: `${crypto.randomUUID()}@staff.test` }),
      known: () => ({ ...wrong, email: known.email }),
      'right password, wrong code': () => ({ ...wrong, email: known.email, password: staffPassword }),
      locked: () => ({ email: locked.email, password: staffPassword, code: desk.six(locked.secret) }),
      'without a password': () => ({ ...wrong, email: passkeyOnly.email }),
    };
    const times = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]));
    for (let pair = 0; pair < pairs; pair += 1) {
      desk.shop.pass(minute);
      for (const [kind, bodyOf] of Object.entries(kinds)) {
        const body = bodyOf();
        const start = performance.now();
        const { status } = await desk.call('POST', 'login/password', { body });
        times.get(kind)!.push(performance.now() - start);
        if (status !== 400) throw new Error(`${kind}: ${status}`);
      }
    }
    const { unknown = [], ...others } = Object.fromEntries(times);
    return Object.entries(others).map(([kind, taken]) => ({
      call: `login of staff, ${kind}`,
      pairs,
      AUC: areaUnderCurve(taken, unknown).toFixed(3),
    }));
  } finally {
    await desk.close();
  }
}

/**
 * Measures whether response times reveal which addresses have accounts, of customers and staff. Calls with known and unknown
 * addresses take turns, one at a time.
 */
export async function measureTiming(): Promise<void> {
  const shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000' } });
  const somebody = () => `${crypto.randomUUID()}@example.com`;
  const registration = (email: string) => ({
    firstName: 'Ann',
    lastName: 'Lee',
    email,
    password: testPassword,
    repeatedPassword: testPassword,
    agreedToPrivacyPolicy: true,
  });
  const calls: Record<string, (email: string) => object> = {
    login: (email) => ({ email, password: 'wrong' }),
    'forgot-password': (email) => ({ email }),
    register: registration,
  };
  try {
    const known: string[] = [];
    for (let n = 0; n < pairs; n += 1) {
      const email = somebody();
      await shop.send('POST', '/api/Accounts/register', { body: registration(email) });
      known.push(email);
    }
    await shop.app.jobs.drain();
    const rows: { call: string; pairs: number; AUC: string }[] = [];
    for (const [path, body] of Object.entries(calls)) {
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
      for (const email of known) {
        times.known.push(await timed(shop, path, body(email)));
        times.unknown.push(await timed(shop, path, body(somebody())));
      }
      rows.push({ call: path, pairs, AUC: areaUnderCurve(times.known, times.unknown).toFixed(3) });
    }
    rows.push(...(await measureStaff()));
    // registration isn't included, because there a known address only gets an email
    if (rows.some(({ call, AUC }) => call !== 'register' && Math.abs(Number(AUC) - 0.5) > mostLean))
      process.exitCode = 1;
    printTable('Who has an account, by the time of the answer (0.5 tells nothing)', rows);
  } finally {
    await shop.close();
  }
}
