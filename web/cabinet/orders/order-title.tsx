import { Fragment } from 'react';
import type { Order } from '#contract/storefront/orders.ts';
import type { ProductWords } from './brief-answers.tsx';
import {
  clientsOf,
  mixedName,
  type NamedText,
  readyWords,
  subjectName,
} from '#contract/storefront/line-name.ts';

type Line = Order['lines'][number];

/** The heading of an order's page: gets the focus when the customer opens the order. */
export const orderHeadingId = (number: string): string => `order-${number}`;

/** Distinguishes orders: products, brands, the subject of a single line, quantities and topics. */
export function orderTitle(
  { lines }: Order,
  words: readonly ProductWords[],
): {
  products: string;
  brands: string[];
  subject: string;
  contents: NamedText;
} {
  const [line] = lines;
  const bundle = words.find((one) => one.orderType === line?.orderType && one.isBundle);
  const brands = clientsOf(lines);
  const mixed = mixedName(lines);
  const contents =
    lines.length === 1 && bundle
      ? (line?.contains ?? bundle.items)
      : brands.length > 1
        ? [readyWords(lines), ...brands.map((own) => ({ own }))]
        : [
            lines.length === 1 ? lines[0]?.parts[0]?.label : mixed || `${lines.length} items`,
            readyWords(lines),
            ...lines.flatMap(subjectOf),
          ];
  return {
    products: mixed || [...new Set(lines.map(({ title }) => title))].join(', '),
    brands: brands.length > 1 ? [] : brands,
    subject: line && lines.length === 1 && !bundle ? subjectName(line) : '',
    contents: contents
      .filter((part) => part !== undefined)
      .filter((part) => part !== '')
      .flatMap((part, index) => (index === 0 ? [part] : [' · ', part])),
  };
}

/** The first product or topic of a line whose brief lists some. */
function subjectOf({ details: { brief } }: Line): { own: string }[] {
  const listed = brief['items'] ?? brief['topics'];
  const [first] = Array.isArray(listed) ? listed : [];
  return first ? [{ own: first }] : [];
}

/** An order's title: "Slogans for Golden Crust". */
export function OrderTitle({ order, words }: { order: Order; words: readonly ProductWords[] }) {
  const { products, brands, subject } = orderTitle(order, words);
  return (
    <>
      <strong>{products}</strong>
      {brands.length > 0 && ' for '}
      {brands.map((brand, index) => (
        <Fragment key={brand}>
          {index > 0 && ', '}
          <bdi translate="no">{brand}</bdi>
        </Fragment>
      ))}
      {subject !== '' && (
        <>
          : <bdi translate="no">{subject}</bdi>
        </>
      )}
    </>
  );
}
