const quoted = /^"((?:[^"]|"")*)"(?=[\t\n]|$)/u;

/**
 * The rows of cells in a text copied from a spreadsheet: tabs between cells, and quotes around a cell with line breaks. Undefined for
 * a text that isn't a table with two or more columns.
 */
export function readCells(text: string): string[][] | undefined {
  if (!text.includes('\t')) return undefined;
  const rows: string[][] = [[]];
  for (let left = text.trimEnd(); ;) {
    const [whole, inside] = quoted.exec(left) ?? [];
    const cell = whole ?? /^[^\t\n]*/u.exec(left)![0];
    rows.at(-1)!.push((inside?.replaceAll('""', '"') ?? cell).trim());
    const next = left[cell.length];
    if (next === undefined) break;
    if (next === '\n') rows.push([]);
    left = left.slice(cell.length + 1);
  }
  const width = rows[0]!.length;
  return width > 1 && rows.every((row) => row.length === width) ? rows : undefined;
}
