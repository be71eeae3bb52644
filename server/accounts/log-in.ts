import type { LoginBody, Tokens } from '#contract/storefront/accounts.ts';
import { canonicalEmail, ownerOf } from '#server/database/email-address.ts';
import { networkOf, type RateLimits, siteOf } from '#server/http/rate-limits.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { AccountDeps } from './account-deps.ts';
import { describeTimeZone } from './describe-time-zone.ts';
import { hashPassword, needsRehash, verifyPassword } from './hash-password.ts';
import { startSession } from './start-session.ts';

const wrong = () => new Refusal({ '': ['Incorrect email or password. Check both, and try again.'] });

/**
 * The limits of failed logins. They count per account and network, so that an attacker elsewhere can't lock the owner out. They
 * also count, with a higher limit, per account and /48, because one IPv6 site may have 65,536 networks.
 */
export function loginFailures(limits: RateLimits, canonical: string, ip: string) {
  const counts = [
    { limit: limits.loginFailures, key: `${canonical}|${networkOf(ip)}` },
    ...(siteOf(ip) === networkOf(ip)
      ? []
      : [{ limit: limits.loginFailuresPerSite, key: `${canonical}|${siteOf(ip)}` }]),
  ];
  const each = async (act: (count: (typeof counts)[number]) => Promise<void>) => {
    for (const count of counts) await act(count);
  };
  return {
    /**
     * Counts one attempt.
     * @throws ProblemReply 429 when a limit is used up
     */
    consume: () => each(({ limit, key }) => limit.consume(key)),
    giveBack: () => each(({ limit, key }) => limit.giveBack(key)),
    clear: () => each(({ limit, key }) => limit.clear(key)),
  };
}

/**
 * Logs in and starts a session.
 * @throws Refusal with the same text, after the same work, for an unknown address, a wrong password and a locked account
 */
export async function logIn(
  deps: AccountDeps,
  { email, password, rememberMe, timeZone }: LoginBody,
  { ip, userAgent }: { ip: string; userAgent: string },
): Promise<Tokens> {
  const { db, log, limits, jobs } = deps;
  const canonical = canonicalEmail(email);
  const failures = loginFailures(limits, canonical, ip);
  // counts before checking the password, so that simultaneous attempts all count
  await failures.consume();
  const customer = await db
    .selectFrom('customer')
    .select(['id', 'password_hash'])
    .where('id', '=', ownerOf('customer', email))
    .where('locked_at', 'is', null)
    .executeTakeFirst();
  const fits = await verifyPassword(password, customer?.password_hash).catch(async (error: unknown) => {
    // the password wasn't checked, so this attempt doesn't count as a failure
    await failures.giveBack();
    throw error;
  });
  if (!customer || !fits) throw wrong();
  const { id: customerId, password_hash: verified } = customer;
  const passwordHash = needsRehash(verified)
    ? await renewHash(deps, customerId, verified, password)
    : verified;
  const place = describeTimeZone(timeZone);
  const tokens = await startSession(deps, { customerId, passwordHash, rememberMe, userAgent, place });
  if (!tokens) throw wrong();
  await failures.giveBack();
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
