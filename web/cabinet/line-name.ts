import type { Order } from '#contract/orders.ts';

type Line = Order['lines'][number];

/** The subject of a line: the brand in its brief, or the title of the text. */
export function brandOf({ details }: Line): string {
  const { brandName = '', title = '' } = details.brief;
  return String(brandName || title);
}

/** Distinguishes the lines of an order: by product, then brand, then position. */
export function lineName(line: Line, lines: readonly Line[]): string {
  const alike = lines.filter(({ title }) => title === line.title);
  if (alike.length < 2) return line.title;
  const brand = brandOf(line);
  const isAlone = alike.filter((other) => brandOf(other) === brand).length === 1;
  return isAlone && brand !== '' ? `${line.title} for ${brand}` : `${line.title} (item ${line.position})`;
}
