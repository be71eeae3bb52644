/** A full disk under a shop with the embedded database (docs/faults.md). */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';
import { askRunningShop } from '#server/operator/operator-socket.ts';
import { apiCustomer } from './api-customer.ts';
import { type Shop, startShop, waitFor } from './shop.ts';

// Sets a limit of zero for the size of the process's files, so that writes fail as on a full disk.
const limitFiles = ({ pid }: Shop, bytes: string) =>
  void execFileSync('prlimit', [`--pid=${pid()}`, `--fsize=${bytes}:`]);

test('refuses orders with a message, serves pages, loses nothing and recovers when the disk is full', async () => {
  const shop = await startShop({ RATE_LIMIT_FACTOR: '1000' });
  try {
    const ann = apiCustomer(() => shop.url);
    await ann.register();
    await ann.logIn();
    const { body: first } = await ann.askForOrder();
    assert.equal(await ann.pay(first), 'paid');

    limitFiles(shop, '0');
    const key = crypto.randomUUID();
    const refused = await ann.askForOrder(key);
    assert.equal(refused.status, 503, JSON.stringify(refused.body));
    assert.match(refused.body.errors?.['']?.[0] ?? '', /temporarily unavailable/);
    assert.equal((await fetch(shop.url)).status, 200);
    assert.equal((await fetch(`${shop.url}/api/health/live`)).status, 200);
    await waitFor('the log to say it', async () => /embedded database/.test(shop.output()) || undefined);
    assert.ok(!shop.output().includes(ann.email));

    limitFiles(shop, 'unlimited');
    const placed = await waitFor(
      'the order to be taken',
      async () => {
        const { status, body } = await ann.askForOrder(key).catch(() => ({ status: 0, body: undefined }));
        return status === 200 ? body : undefined;
      },
      60_000,
    );
    assert.deepEqual(
      (await ann.orders()).map(({ number }) => number).toSorted(),
      [first.orderNumber, placed.orderNumber].toSorted(),
    );
    assert.equal(await ann.pay(placed), 'paid');
    await waitFor(
      'the receipts',
      async () => {
        const subjects = (await shop.letters()).map(({ subject }) => subject ?? '');
        const isThere = (number: string) =>
          subjects.some((text) => text.includes(number) && /receipt/i.test(text));
        return (isThere(first.orderNumber) && isThere(placed.orderNumber)) || undefined;
      },
      60_000,
    );
    const audit = await askRunningShop(shop.dataDir, {
      name: 'audit',
      words: [],
      operator: 'kim',
    });
    // an interrupted webhook event is retried when it is due
    const findings = audit!.output.split('\n- ').slice(1);
    assert.deepEqual(
      findings.filter((finding) => !/^The webhook event \S+ of sandbox wasn’t applied/.test(finding)),
      [],
    );
    await shop.stop();
    // checks that the data folder is intact
    await shop.start();
    await ann.logIn();
    assert.equal((await ann.orders()).length, 2);
    await shop.stop();
  } finally {
    await shop.discard();
  }
});
