/** Prints a Markdown table: one row per object, one column per key of the first object. */
export function printTable(title: string, rows: readonly Record<string, string | number>[]): void {
  console.log(`\n### ${title}\n`);
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => columns.map((column) => String(row[column] ?? '')));
  const widths = columns.map((column, n) => Math.max(column.length, ...cells.map((row) => row[n]!.length)));
  const isNumber = columns.map((_, n) => cells.every((row) => /^(?:[\d.,]*|–)$/.test(row[n]!)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, n) => (isNumber[n] ? cell.padStart(widths[n]!) : cell.padEnd(widths[n]!))).join(' | ')} |`;
  console.log(line(columns));
  console.log(
    `|${widths.map((width, n) => `${'-'.repeat(width + 1)}${isNumber[n] ? ':' : '-'}`).join('|')}|`,
  );
  for (const row of cells) console.log(line(row));
}

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;

/** The percentile of the numbers: the 95th for a `share` of 0.95. */
export const percentile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? NaN;
