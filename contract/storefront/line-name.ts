import type { Order } from './orders.ts';

/** A text with the customer's own words apart from the shop's: a page isolates them, because they may read from right to left. */
export type NamedText = readonly (string | { own: string })[];

export const plainText = (text: NamedText): string =>
  text.map((part) => (typeof part === 'string' ? part : part.own)).join('');

type Line = Pick<Order['lines'][number], 'title' | 'position'> & {
  details: Pick<Order['lines'][number]['details'], 'brief'>;
};

/** The brand in a line's brief; '' when it has none. */
export const brandOf = ({ details: { brief } }: Line): string => String(brief['brandName'] ?? '');

/** A line's subject besides its brand: the title of the text, or the name of its only item. '' when there is none. */
export function subjectName({ details: { brief } }: Line): string {
  const items = brief['items'];
  const [item = '', ...others] = Array.isArray(items) ? items : [];
  return others.length > 0 ? '' : String(brief['title'] ?? item.split(/:| [–—-] /u)[0]).trim();
}

/**
 * A line's name: product and client. Its subject follows where there is no client, or where the order has lines with the same
 * product and client; the position, where those have the same subject, too.
 */
export function lineNameParts(line: Line, lines: readonly Line[]): NamedText {
  const brand = brandOf(line);
  const name = brand === '' ? [line.title] : [`${line.title} for `, { own: brand }];
  const alike = lines.filter((other) => other.title === line.title && brandOf(other) === brand);
  if (alike.length < 2 && brand !== '') return name;
  const subject = subjectName(line);
  const isAlone = alike.filter((other) => subjectName(other) === subject).length === 1;
  if (subject !== '' && isAlone) return [...name, ': ', { own: subject }];
  return alike.length < 2 ? name : [...name, ` (item ${line.position})`];
}

/** A line's name as plain text: for emails, files and accessible names. */
export const lineName = (line: Line, lines: readonly Line[]): string => plainText(lineNameParts(line, lines));

/** The clients (brands) of an order, each once, in the order of their first line. */
export const clientsOf = (lines: readonly Line[]): string[] =>
  [...new Set(lines.map(brandOf))].filter((brand) => brand !== '');

/** A short name of a mixed order: "6 items for 3 clients". '' for an order that `orderName` names by products and client. */
export function mixedName(lines: readonly Line[]): string {
  const clients = clientsOf(lines);
  if (clients.length > 1) return `${lines.length} items for ${clients.length} clients`;
  const products = new Set(lines.map(({ title }) => title));
  return products.size > 2 ? `${lines.length} items` : '';
}

/** A short name of an order: "Slogans, Blurb for Golden Crust", "6 items for 3 clients". */
export function orderName(lines: readonly Line[]): string {
  if (lines.length === 1) return lineName(lines[0]!, lines);
  const clients = clientsOf(lines);
  const what = mixedName(lines) || [...new Set(lines.map(({ title }) => title))].join(', ');
  return clients.length === 1 ? `${what} for ${clients[0]}` : what;
}

/** An order's lines sorted by client, in the order of each client's first line. */
export const byClient = <One extends Line>(lines: readonly One[]): One[] =>
  [...Map.groupBy(lines, brandOf).values()].flat();

type Progress = { work: Pick<Order['lines'][number]['work'], 'status'> };

/** How much of an order with several items is delivered: "2 of 6 ready". Empty before the first and after the last. */
export function readyWords(lines: readonly Progress[]): string {
  const wanted = lines.filter(({ work }) => work.status !== 'cancelled');
  const ready = wanted.filter(({ work }) => work.status === 'delivered' || work.status === 'completed');
  return ready.length > 0 && ready.length < wanted.length ? `${ready.length} of ${wanted.length} ready` : '';
}
