import type { LoginBody, Tokens } from '#contract/accounts.ts';
import { canonicalEmail } from '#contract/text.ts';
import { networkOf } from '#server/http/rate-limits.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { AccountDeps } from './account-deps.ts';
import { describePlace } from './describe-place.ts';
import { hashPassword, needsRehash, verifyPassword } from './hash-password.ts';
import { startSession } from './start-session.ts';

const wrong = () => new Refusal({ '': ['Incorrect email or password.'] });

/** Whose failures count together: one address from one network, so that nobody locks another out from elsewhere. */
export const failuresKey = (canonical: string, network: string) => `${canonical}|${network}`;

/**
 * Logs in and starts a session.
 * @throws Refusal in one wording, after the same work, for an unknown address, a wrong password and a locked account.
 */
export async function logIn(
  deps: AccountDeps,
  { email, password, rememberMe, timeZone }: LoginBody,
  { ip, userAgent }: { ip: string; userAgent: string },
): Promise<Tokens> {
  const { db, log, limits, jobs } = deps;
  const canonical = canonicalEmail(email);
  const network = networkOf(ip);
  const failures = failuresKey(canonical, network);
  // counted before the password is looked at, so that attempts sent at once are all counted
  await limits.loginFailures.consume(failures);
  const customer = await db
    .selectFrom('customer')
    .select(['id', 'password_hash'])
    .where('email_canonical', '=', canonical)
    .where('locked_at', 'is', null)
    .executeTakeFirst();
  const fits = await verifyPassword(password, customer?.password_hash).catch(async (error: unknown) => {
    // nobody looked at the password: it is no failure
    await limits.loginFailures.giveBack(failures);
    throw error;
  });
  if (!customer || !fits) throw wrong();
  const { id: customerId, password_hash: verified } = customer;
  const passwordHash = needsRehash(verified)
    ? await renewHash(deps, customerId, verified, password)
    : verified;
  const place = describePlace(timeZone);
  const tokens = await startSession(deps, { customerId, passwordHash, rememberMe, userAgent, place });
  if (!tokens) throw wrong();
  await limits.loginFailures.giveBack(failures);
  log.info({ customer: String(customerId) }, 'logged in');
  jobs.wake();
  return tokens;
}

async function renewHash({ db }: AccountDeps, id: bigint, old: string, password: string): Promise<string> {
  const password_hash = await hashPassword(password);
  await db
    .updateTable('customer')
    .set({ password_hash })
    .where('id', '=', id)
    .where('password_hash', '=', old)
    .execute();
  return password_hash;
}
