/** The address of a report's page. `position`: of the order's line, from 1. */
export const reportUrl = ({ number, position }: { number: string; position: number }): string =>
  `/cabinet/report?${new URLSearchParams({ order: number, line: String(position) }).toString()}`;

/** Names a report's elements and the customer's decisions in this browser. */
export const reportName = (
  { number, position }: { number: string; position: number },
  shows: 'ordered' | 'improved',
): string => `${number}-${position}-${shows}`;
