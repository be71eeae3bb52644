/** "5 of 5 open lines". `most`: the person's limit; null: none. */
export const openWords = ({ open, most }: { open: number; most: number | null }): string =>
  most === null ? `${open} open ${open === 1 ? 'line' : 'lines'}` : `${open} of ${most} open lines`;
