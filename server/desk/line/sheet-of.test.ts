import assert from 'node:assert/strict';
import test from 'node:test';
import { type Catalogue, readCatalogue } from '#contract/catalogue/catalogue.ts';
import document from '#contract/catalogue.json' with { type: 'json' };
import type { Order } from '#contract/storefront/orders.ts';
import { openTestDesk } from '#test/server/open-test-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';

test('keeps the work sheet and the contents of an ordered bundle when the catalogue changes', async () => {
  let catalogue: Catalogue = readCatalogue(document);
  const desk = await openTestDesk({ catalogue: () => catalogue });
  try {
    const owner = await desk.join('owner');
    const { auth } = await desk.shop.customer();
    const bundle = catalogue.bundles[0]!;
    const { number, path } = await workAt(desk).order(auth, [{ orderType: bundle.orderType }]);
    const before = (await workAt(desk).line(owner, path)).sheet;
    assert.ok(before.pieces.length > bundle.items.length);

    const changed = structuredClone(document);
    const [first, ...others] = changed.bundles;
    const items = first!.items.slice(0, 1).map((item) => ({ ...item, label: 'Something else' }));
    catalogue = readCatalogue({
      ...changed,
      version: 2,
      bundles: [{ ...first!, items, priceCents: 100 }, ...others],
    });
    assert.deepEqual((await workAt(desk).line(owner, path)).sheet, before);
    const order = await desk.shop.send<Order>('GET', `/api/orders/${number}`, { headers: auth });
    assert.deepEqual(
      order.body.lines[0]!.contains,
      bundle.items.map(({ label }) => label),
    );
    const basedOn = await workAt(desk).write(owner, path);
    assert.ok(basedOn > 0);

    const next = await workAt(desk).get<{ sheet: typeof before }>(owner, path);
    assert.deepEqual(next.sheet, before);
  } finally {
    await desk.close();
  }
});
