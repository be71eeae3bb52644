/** Bounds of all typed texts; lengths in code points. */
export const bounds = {
  name: { min: 1, max: 70 },
  email: { max: 254 },
  password: { min: 8, max: 128 },
  city: { max: 100 },
  address: { min: 3, max: 200 },
  state: { max: 100 },
  zipCode: { max: 16 },
  company: { max: 120 },
  taxId: { max: 40 },
  reference: { max: 60 },
  search: { max: 100 },
  resetCode: { length: 8, ttlMinutes: 10, maxAttempts: 5 },
  ticket: { name: { min: 1, max: 100 }, message: { min: 10, max: 5000 } },
  userAgent: { max: 512 },
  acceptLanguage: { max: 200 },
  screen: { min: 0, max: 32767 },
  /** The time zone's offset in minutes, as from JavaScript's getTimezoneOffset. */
  timeZone: { min: -840, max: 720 },
} as const;
