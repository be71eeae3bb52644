import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import type { Bundle, Service } from '#contract/catalogue/product.ts';
import { currency, decimalAmount } from '#contract/money.ts';
import { shop } from '#contract/shop.ts';

const { products } = builtInCatalogue;

type Thing = { '@type': string; [property: string]: unknown };

const priceCurrency = currency.toUpperCase();

const organizationId = (origin: string) => `${origin}/#organization`;

function organization(origin: string): Thing {
  return {
    '@type': 'Organization',
    '@id': organizationId(origin),
    name: shop.name,
    legalName: shop.legalName,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      email: shop.supportEmail,
      availableLanguage: 'en',
    },
    ...(shop.social.length > 0 ? { sameAs: shop.social.map(({ url }: { url: string }) => url) } : {}),
  };
}

const website = (origin: string): Thing => ({
  '@type': 'WebSite',
  '@id': `${origin}/#website`,
  name: shop.name,
  url: `${origin}/`,
  inLanguage: 'en-US',
  publisher: { '@id': organizationId(origin) },
});

const crumbs = (origin: string, way: readonly { name: string; path: string }[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: way.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  })),
});

const questions = (faq: readonly { q: string; a: string }[]): Thing => ({
  '@type': 'FAQPage',
  mainEntity: faq.map(({ q, a }) => ({
    '@type': 'Question',
    name: q,
    acceptedAnswer: { '@type': 'Answer', text: a },
  })),
});

/** A bundle's price; a service's price for its smallest order, as on its page. */
function offers(product: Service | Bundle, url: string): Thing {
  const stated = { priceCurrency, availability: 'https://schema.org/InStock', url };
  return product.kind === 'bundle'
    ? { '@type': 'Offer', price: decimalAmount(product.fromCents), ...stated }
    : {
        '@type': 'AggregateOffer',
        lowPrice: decimalAmount(product.fromCents),
        offerCount: product.variants.length,
        ...stated,
      };
}

const service = (origin: string, product: Service | Bundle): Thing => ({
  '@type': 'Service',
  name: product.title,
  description: product.seo.description,
  serviceType: product.title,
  url: origin + product.route,
  provider: { '@type': 'Organization', '@id': organizationId(origin), name: shop.name, url: `${origin}/` },
  offers: offers(product, origin + product.orderRoute),
});

/** A page's schema.org data, or nothing when it has none. */
export function structuredData(path: string, title: string, origin: string): object | undefined {
  const home = { name: 'Home', path: '/' };
  const product = products.find(({ route }) => route === path);
  const things =
    path === '/'
      ? [organization(origin), website(origin)]
      : product
        ? [
            service(origin, product),
            crumbs(origin, [
              home,
              product.kind === 'service'
                ? { name: 'Services', path: '/#services' }
                : { name: 'Bundles', path: '/#bundles' },
              { name: product.title, path },
            ]),
            questions(product.faq),
          ]
        : [crumbs(origin, [home, { name: title, path }])];
  return { '@context': 'https://schema.org', '@graph': things };
}
