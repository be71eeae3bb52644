import assert from 'node:assert/strict';
import test from 'node:test';
import { services } from './catalogue.ts';
import { deliversInstantly } from './instant-delivery.ts';
import { deliveryDays, expressAvailable } from './pricing.ts';

const analyzer = services[4]!;
const hashtags = services[5]!;
const chosen = { quantity: 1, express: false, items: {} };
const analysis = (level: string) => ({ ...chosen, variant: '1000', options: { level } });

test('no page promises what is not built', { skip: deliversInstantly }, () => {
  for (const { title, promise, options, faq, seo, ...service } of services) {
    const labels = options.flatMap((option) => [
      option.label,
      option.help,
      ...(option.type === 'choice' ? option.choices.flatMap(({ label, help }) => [label, help]) : []),
    ]);
    const said = [title, promise, service.summary, service.included, labels, seo, faq].flat();
    assert.doesNotMatch(JSON.stringify(said), /instant|minute|automatic|own server/i, title);
  }
});

test(
  'by hand it takes a day, and no longer with a person’s part than the catalogue says',
  { skip: deliversInstantly },
  () => {
    assert.deepEqual(
      ['instant', 'expert', 'rewrite'].map((level) => deliveryDays(analyzer, analysis(level))),
      [1, 2, 3],
    );
    const topics = (strategist: boolean) => ({ ...chosen, variant: 'standard', options: { strategist } });
    assert.deepEqual(
      [false, true].map((strategist) => deliveryDays(hashtags, topics(strategist))),
      [1, 2],
    );
  },
);

test('express is offered only where it is sooner', () => {
  assert.equal(expressAvailable(analyzer, analysis('instant')), false);
  assert.equal(expressAvailable(analyzer, analysis('expert')), true);
});
