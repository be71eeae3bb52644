import { hour, minute } from '#contract/durations.ts';
import type { PlacedDeposit } from '#contract/storefront/balance.ts';
import { type Demo, fillDemo } from '#demo/fill-demo.ts';
import { openClockedShop } from '#demo/open-clocked-shop.ts';
import { billing } from '#demo/slogans-order.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { loadConfig } from '#server/process/config.ts';
import { sessionSecrets } from '#server/process/session-secret.ts';
import { testPassword } from '#test/server/open-test-shop.ts';
import { openTestMailServer } from '#test/server/open-test-mail-server.ts';

/** Longer than the shop retries an email that the mail server rejects (ms). */
const night = 5 * hour;

/** An address that the test mail server rejects. */
export const refusedAddress = 'refused@example.com';

/**
 * Fills the demo as of some hours ago. Since then, the mail server has rejected a new customer's emails until the shop gave up on
 * them, and the payment provider has answered with an error each time the shop applied the webhook event of the customer's
 * deposit.
 */
export async function fillBadNight(dataDir: string): Promise<Demo> {
  const startsAt = new Date(Date.now() - night);
  const demo = await fillDemo({ dataDir, endsAt: startsAt });
  const mail = await openTestMailServer();
  const config = loadConfig({
    DATA_DIR: dataDir,
    SMTP_URL: mail.url,
    LOG_LEVEL: 'silent',
    BUSY_AFTER_MS: '600000',
  });
  const database = await openDatabase({ dataDir });
  const secrets = await sessionSecrets(config.sessionSecrets, dataDir);
  const shop = await openClockedShop({ config, database, sessionSecrets: secrets, startsAt });
  const { fetch } = globalThis;
  try {
    const person = { firstName: 'Rhea', lastName: 'Fused', email: refusedAddress };
    const password = { password: testPassword, repeatedPassword: testPassword };
    await shop.send('POST', '/api/accounts/register', {
      body: { ...person, ...password, agreedToPrivacyPolicy: true },
    });
    const headers = shop.bearer((await shop.logIn(refusedAddress, testPassword)).accessToken);
    await shop.addFunds(headers, 2_000, { firstName: person.firstName, lastName: person.lastName });
    const { body } = await shop.send<PlacedDeposit>('POST', '/api/balance/deposit', {
      body: { ...billing, firstName: person.firstName, lastName: person.lastName, price: 5_000 },
      headers,
    });
    const ref = await shop.startPayment(new URL(body.paymentLink).searchParams.get('link')!);
    globalThis.fetch = async (input, init) =>
      typeof input === 'string' && input.endsWith(`/sandbox-pay/api/sessions/${ref}`)
        ? Response.json({}, { status: 400 })
        : fetch(input, init);
    await shop.act(ref, 'pay');
    while (Date.now() - shop.now().getTime() > hour) {
      shop.pass(5 * minute);
      await shop.app.jobs.drain();
    }
    // the next automatic retry is in an hour
    shop.pass(Date.now() - shop.now().getTime());
    await shop.app.jobs.drain();
  } finally {
    globalThis.fetch = fetch;
    await shop.close();
    await database.close();
    await mail.close();
  }
  return demo;
}
