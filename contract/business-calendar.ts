export type BusinessCalendar = {
  /** IANA name of the operator's time zone. */
  timeZone: string;
  /** Hour of the day (0–23, operator's time) from which a payment counts as the next business day. */
  cutOffHour: number;
  /** Days without work, ISO dates, ascending. */
  holidays: readonly string[];
};

/** The holidays before the desk changes any, ISO dates, ascending. */
export const builtInHolidays: readonly string[] = [
  '2026-11-26',
  '2026-12-25',
  '2027-01-01',
  '2027-01-18',
  '2027-02-15',
  '2027-05-31',
  '2027-06-18',
  '2027-07-05',
  '2027-09-06',
  '2027-11-25',
  '2027-12-24',
];

/** The calendar in effect. Its `holidays` are replaced while the shop runs, because the desk can change them. */
export const businessCalendar: BusinessCalendar = {
  timeZone: 'America/New_York',
  cutOffHour: 17,
  holidays: builtInHolidays,
};
