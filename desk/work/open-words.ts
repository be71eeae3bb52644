/** "5 open lines (limit 5)". `most`: the person's limit; null: none. */
export const openWords = ({ open, most }: { open: number; most: number | null }): string =>
  `${open} open ${open === 1 ? 'line' : 'lines'}${most === null ? '' : ` (limit ${most})`}`;
