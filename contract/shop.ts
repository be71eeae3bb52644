/** The shop's own settings, each in one place; products are in catalogue.json. */
export const shop = {
  name: 'Redline',
  legalName: 'Redline Content Services',
  supportEmail: 'support@redline.example',
  /** How soon a person answers a message. */
  answerTime: 'one business day',
  /** The currency of prices: ISO 4217 in lower case, and its name in a sentence. */
  currency: { code: 'usd', name: 'US dollars' },
  tagline: 'Content that says what you actually mean.',
  social: [] as { label: string; url: string }[],
} as const;

export type BusinessCalendar = {
  /** IANA name of the operator's time zone. */
  timeZone: string;
  /** Hour of the day (0–23, operator's time) from which a payment counts as the next business day. */
  cutOffHour: number;
  /** Days without work, ISO dates. */
  holidays: readonly string[];
};

export const businessCalendar: BusinessCalendar = {
  timeZone: 'America/New_York',
  cutOffHour: 17,
  holidays: [
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
  ],
};
