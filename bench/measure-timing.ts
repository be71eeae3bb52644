import { openTestShop, testPassword, type TestShop } from '#test/server/open-test-shop.ts';
import { printTable } from './print-table.ts';

const pairs = 300;
/** Greatest difference from 0.5 at which response times reveal nothing. */
const mostLean = 0.1;

/** The probability that a call of `slow` took longer than a call of `fast` (ties count half): 0.5 reveals nothing, 0 or 1 everything. */
function areaUnderCurve(slow: readonly number[], fast: readonly number[]): number {
  let wins = 0;
  for (const one of slow) for (const other of fast) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (slow.length * fast.length);
}

async function timed(shop: TestShop, path: string, body: object): Promise<number> {
  const start = performance.now();
  await shop.send('POST', `/api/Accounts/${path}`, { body });
  const ms = performance.now() - start;
  // the time does not include the email
  await shop.app.jobs.drain();
  return ms;
}

/**
 * Measures whether response times reveal which addresses have accounts: calls with known and unknown
 * addresses in turn, one at a time.
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
    const rows = [];
    for (const [path, body] of Object.entries(calls)) {
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
      for (const email of known) {
        times.known.push(await timed(shop, path, body(email)));
        times.unknown.push(await timed(shop, path, body(somebody())));
      }
      rows.push({ call: path, pairs, AUC: areaUnderCurve(times.known, times.unknown).toFixed(3) });
    }
    // registration needs no equal times: a known address only gets an email
    if (rows.some(({ call, AUC }) => call !== 'register' && Math.abs(Number(AUC) - 0.5) > mostLean))
      process.exitCode = 1;
    printTable('Who has an account, by the time of the answer (0.5 tells nothing)', rows);
  } finally {
    await shop.close();
  }
}
