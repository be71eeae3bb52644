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
