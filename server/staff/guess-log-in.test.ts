import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { minute } from '#contract/durations.ts';
import { staffPassword } from '#test/server/open-test-desk.ts';
import { openTwoDesks } from '#test/server/open-two-desks.ts';

/** Number of guesses; `npm run prove -- staff-guesses` makes more. */
const tries = Number(process.argv[2] ?? 100);
const batch = 50;

let both: Awaited<ReturnType<typeof openTwoDesks>>;
before(async () => {
  both = await openTwoDesks({ settings: { RATE_LIMIT_FACTOR: '1' } });
});
after(() => both.close());

/**
 * Logs in `tries` times, in batches of simultaneous calls, through both processes in turn. Returns the number of answers by
 * status.
 */
async function guess(
  bodyOf: (n: number) => object,
  ipOf: (n: number) => string,
): Promise<Record<number, number>> {
  const seen: Record<number, number> = {};
  for (let done = 0; done < tries; done += batch)
    await Promise.all(
      Array.from({ length: batch }, async (_, index) => {
        const n = done + index;
        const { status } = await both.desks[n % 2]!.call('POST', 'login/password', {
          body: bodyOf(n),
          ip: ipOf(n),
        });
        seen[status] = (seen[status] ?? 0) + 1;
      }),
    );
  return seen;
}

/** The address with a different letter case for each `n`. */
const variant = (email: string, n: number) =>
  [...email].map((c, at) => ((n >> (at % 12)) & 1 ? c.toUpperCase() : c)).join('');

test(`checks only five of ${tries} guessed passwords over two processes, in any letter case`, async () => {
  const { email } = await both.desks[0].join('owner', 'password');
  const seen = await guess(
    (n) => ({ email: ` ${variant(email, n)} `, password: `guess ${n}`, code: '000000' }),
    () => '203.0.113.9',
  );
  assert.deepEqual(seen, { 400: 5, 429: tries - 5 });
});

test(`rejects everyone who knows the password and guesses ${tries} codes from as many networks`, async () => {
  const { email, secret } = await both.desks[0].join('owner', 'password');
  both.pass(minute);
  const right = both.desks[0].six(secret);
  const codeOf = (n: number) => String((Number(right) + n) % 1_000_000).padStart(6, '0');
  // the right code follows ten wrong ones
  const seen = await guess(
    (n) => ({ email, password: staffPassword, code: n < batch ? codeOf(n + 1) : right }),
    (n) => `198.51.${n >> 8}.${n & 255}`,
  );
  assert.deepEqual(seen, { 400: tries });
});
