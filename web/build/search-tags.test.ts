import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
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

test('gives a page its canonical address, picture and title', () => {
  const { html } = tagged('/about-us', 'About &amp; more');
  assert.ok(html.includes('<link rel="canonical" href="https://shop.example/about-us"/>'));
  assert.ok(html.includes('<meta property="og:title" content="About &amp; more"/>'));
  assert.ok(html.includes('<meta property="og:description" content="Say &quot;it&quot; &amp; go"/>'));
  assert.ok(html.includes('<meta property="og:image" content="https://shop.example/share/shop.png"/>'));
});

test('gives every product structured data with catalogue prices, breadcrumbs and questions', () => {
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

test('names the organization on the home page', () => {
  const { of } = tagged('/');
  assert.equal(of('Organization')?.['url'], 'https://shop.example/');
  assert.ok(of('WebSite'));
});

test('fails the build for a page without title or description', () => {
  assert.throws(() => addSearchTags('<head></head>', '/', origin, '/x.png'), /title and a description/);
});
