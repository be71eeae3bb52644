/** Minutes as hours: "2.5 h". */
export const hours = (minutes: number): string =>
  `${(Math.round(minutes / 6) / 10).toLocaleString('en-US')} h`;
