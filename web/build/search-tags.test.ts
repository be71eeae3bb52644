import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogue } from '#contract/built-in-catalogue.ts';
import { currency, decimalAmount } from '#contract/money.ts';
import { addSearchTags } from './search-tags.ts';

const { products } = builtInCatalogue;

const origin = 'https://shop.example';
const page = (title: string) =>
  `<html><head><title>${title} – Redline</title><meta name="description" content="Say &quot;it&quot; &amp; go"/></head><body></body></html>`;

type Graph = Record<string, unknown>[];

function tagged(path: string, title = 'A title') {
  const html = addSearchTags(page(title), path, origin, '/share/shop.png');
  const json = /<script type="application\/ld\+json">([\s\S]*?)<\/script><\/head>/.exec(html)?.[1] ?? '';
  const graph = (JSON.parse(json) as { '@graph': Graph })['@graph'];
  return { html, of: (type: string) => graph.find((thing) => thing['@type'] === type) };
}

test('a page names its address, its picture and itself', () => {
  const { html } = tagged('/about-us', 'About &amp; more');
  assert.ok(html.includes('<link rel="canonical" href="https://shop.example/about-us"/>'));
  assert.ok(html.includes('<meta property="og:title" content="About &amp; more"/>'));
  assert.ok(html.includes('<meta property="og:description" content="Say &quot;it&quot; &amp; go"/>'));
  assert.ok(html.includes('<meta property="og:image" content="https://shop.example/share/shop.png"/>'));
});

test('every product has a service with prices of the catalogue, a way back and its questions', () => {
  for (const product of products) {
    const { of } = tagged(product.route);
    const offers = of('Service')?.['offers'] as Record<string, string>;
    assert.equal(offers['priceCurrency'], currency.toUpperCase());
    const lowest = offers['@type'] === 'Offer' ? offers['price'] : offers['lowPrice'];
    assert.equal(lowest, decimalAmount(product.fromCents), product.title);
    const count = (list: unknown) => (Array.isArray(list) ? list.length : 0);
    assert.equal(count(of('BreadcrumbList')?.['itemListElement']), 3);
    assert.equal(count(of('FAQPage')?.['mainEntity']), product.faq.length);
  }
});

test('the home page says whose it is', () => {
  const { of } = tagged('/');
  assert.equal(of('Organization')?.['url'], 'https://shop.example/');
  assert.ok(of('WebSite'));
});

test('a page without title or description fails the build', () => {
  assert.throws(() => addSearchTags('<head></head>', '/', origin, '/x.png'), /title and a description/);
});
