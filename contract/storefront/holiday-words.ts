import type { BusinessCalendar } from '#contract/business-calendar.ts';

/** The ID of the paragraph with the holidays on the page of the terms. */
export const holidaysId = 'our-holidays';

/** "Our holidays: November 26 and December 25, 2026; January 1, 2027." */
export function holidayWords({ holidays }: BusinessCalendar): string {
  const dayOf = (date: string) =>
    new Date(date).toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
  const together = new Intl.ListFormat('en-US');
  const years = [...Map.groupBy(holidays, (date) => date.slice(0, 4))].map(
    ([year, dates]) => `${together.format(dates.map(dayOf))}, ${year}`,
  );
  return years.length === 0 ? 'We have no upcoming holidays.' : `Our holidays: ${years.join('; ')}.`;
}
