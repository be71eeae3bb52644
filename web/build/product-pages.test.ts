import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';

const client = path.resolve(import.meta.dirname, '../../build/client');
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '');
const { products, policies } = builtInCatalogue;

for (const { route, title, promise, fulfilment } of products) {
  const html = () => readFileSync(path.join(client, route, 'index.html'), 'utf8');
  test(`names the product in the main heading of ${route}`, () => {
    const [, heading = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html()) ?? [];
    assert.equal(textOf(heading), `${title}: ${promise}`);
  });
  test(`shows ${fulfilment === 'human' ? 'the guarantee' : 'no guarantee'} on the first screen of ${route}`, () => {
    const [, first = ''] = /<h1[^>]*>.*?<\/h1>(.*?)<\/section>/s.exec(html()) ?? [];
    assert.equal(textOf(first).includes(policies.guarantee), fulfilment === 'human');
  });
}
