import type Stripe from 'stripe';

/** The shop's requests to Stripe, with the SDK's own types. */
export type StripeRequests = {
  'POST /v1/checkout/sessions': Stripe.Checkout.SessionCreateParams;
  'GET /v1/checkout/sessions': Stripe.Checkout.SessionListParams;
  'GET /v1/checkout/sessions/:id': Stripe.Checkout.SessionRetrieveParams;
  'POST /v1/checkout/sessions/:id/expire': Stripe.Checkout.SessionExpireParams;
  'POST /v1/refunds': Stripe.RefundCreateParams;
  'GET /v1/refunds': Stripe.RefundListParams;
  'GET /v1/disputes': Stripe.DisputeListParams;
  'GET /v1/balance_transactions': Stripe.BalanceTransactionListParams;
  'GET /v1/events': Stripe.EventListParams;
};
