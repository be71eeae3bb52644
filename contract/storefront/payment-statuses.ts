export const paymentStatuses = [
  'awaitingPayment',
  'processing',
  'paid',
  'partiallyRefunded',
  'refunded',
  'expired',
  'cancelled',
  'disputed',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
