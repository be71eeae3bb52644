import type { Book } from '#contract/desk/books.ts';

/** A heading per book, where a shop has several: "USD, test mode". */
export const bookTitle = ({ currency, livemode }: Book): string =>
  `${currency.toUpperCase()}${livemode ? '' : ', test mode'}`;

export const periodUrl = (from: string, to: string): string => `/books/period?from=${from}&to=${to}`;

/** "November 24, 2026" for an ISO date that the server accepted. */
export const longDay = (date: string): string =>
  new Date(date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The same for a day in the URL, which can be any text: an invalid day stays unchanged. */
export const dayTitle = (typed: string): string => (Number.isNaN(Date.parse(typed)) ? typed : longDay(typed));
