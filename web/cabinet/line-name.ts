import type { Order } from '#contract/orders.ts';

type Line = Order['lines'][number];

/** The brand in a line's brief; '' when it has none. */
export const brandOf = ({ details: { brief } }: Line): string => String(brief['brandName'] ?? '');

/** What a line is about besides its brand: the title of the text, or the name of the only item. */
export function subjectName({ details: { brief } }: Line): string {
  const items = brief['items'];
  const [item = '', ...others] = Array.isArray(items) ? items : [];
  return others.length > 0 ? '' : String(brief['title'] ?? item.split(/:| [–—-] /u)[0]).trim();
}

/** Distinguishes the lines of an order: by product, then brand, then subject, then position. */
export function lineName(line: Line, lines: readonly Line[]): string {
  const alike = lines.filter(({ title }) => title === line.title);
  if (alike.length < 2) return line.title;
  const isAlone = (of: (one: Line) => string) =>
    of(line) !== '' && alike.filter((other) => of(other) === of(line)).length === 1;
  if (isAlone(brandOf)) return `${line.title} for ${brandOf(line)}`;
  return isAlone(subjectName)
    ? `${line.title}: ${subjectName(line)}`
    : `${line.title} (item ${line.position})`;
}
