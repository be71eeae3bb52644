-- payment links: what a customer can pay for an order or a deposit
create table payment_link (
  id bigint generated always as identity primary key,
  token text not null constraint payment_link_token_once unique,
  customer_id bigint not null references customer,
  purpose text not null constraint payment_link_purpose_known check (purpose in ('order', 'deposit')),
  number text not null constraint payment_link_number_once unique,
  amount bigint not null constraint payment_link_amount_positive check (amount > 0),
  currency text not null,
  livemode boolean not null,
  -- what the pay page shows: [{title, amount, days}]
  lines jsonb not null,
  -- what the browser sent about itself, for fraud review; deleted after 180 days
  client jsonb,
  status text not null default 'awaitingPayment'
    constraint payment_link_status_known check (status in ('awaitingPayment', 'paid', 'expired', 'cancelled')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  -- sum of the captures of its attempts in its currency
  captured bigint not null default 0,
  -- refunded part of an order's price
  refunded bigint not null default 0,
  constraint payment_link_refunded_range check (refunded between 0 and amount),
  constraint payment_link_closed check ((status = 'awaitingPayment') = (closed_at is null))
);
create index payment_link_open on payment_link (customer_id) where status = 'awaitingPayment';
create index payment_link_client_age on payment_link (created_at) where client is not null;

-- deposits: money that a customer adds to the balance
create table deposit (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  payment_link_id bigint not null constraint deposit_link_once unique references payment_link,
  -- {firstName, lastName, country, city, address, state, zipCode}
  billing jsonb not null,
  created_at timestamptz not null
);

-- payment attempts with a provider
create table payment_attempt (
  -- also the provider's idempotency key: never reused, not even by another database on the same provider account
  id uuid primary key,
  payment_link_id bigint not null references payment_link,
  provider text not null,
  livemode boolean not null,
  provider_ref text,
  url text,
  -- `amount`: the part that the provider collects; `held`: the part that the balance holds
  amount bigint not null constraint payment_attempt_amount_positive check (amount > 0),
  held bigint not null default 0 constraint payment_attempt_held_not_negative check (held >= 0),
  currency text not null,
  -- stored before the call, so that a retry sends the same bytes with the same idempotency key; json keeps its text
  request json not null,
  status text not null default 'creating' constraint payment_attempt_status_known
    check (status in ('creating', 'open', 'processing', 'captured', 'failed', 'expired', 'canceled', 'review')),
  captured_amount bigint,
  captured_currency text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  constraint payment_attempt_captured_has_amount check (status <> 'captured' or (captured_amount is not null and captured_currency is not null)),
  constraint payment_attempt_ref_once unique (provider, provider_ref)
);
create unique index payment_attempt_one_live on payment_attempt (payment_link_id) where status in ('creating', 'open', 'processing');
create index payment_attempt_of_link on payment_attempt (payment_link_id);

-- inbox of webhook events: stored before the response, applied afterwards
create table provider_notice (
  provider text not null,
  event_id text not null,
  type text not null,
  provider_ref text,
  payload jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  last_error text,
  primary key (provider, event_id)
);
create index provider_notice_waiting on provider_notice (received_at) where processed_at is null;

-- refunds
create table refund (
  -- also the provider's idempotency key
  id uuid primary key,
  payment_link_id bigint not null references payment_link,
  -- the payment whose card is refunded; null: refunded to the balance
  payment_attempt_id uuid references payment_attempt,
  amount bigint not null constraint refund_amount_positive check (amount > 0),
  -- the part that was paid for the order; the rest was in the customer's balance
  from_order bigint not null constraint refund_from_order_range check (from_order between 0 and amount),
  origin text not null constraint refund_origin_known check (origin in ('operator', 'customer', 'provider', 'system')),
  provider_ref text,
  status text not null constraint refund_status_known check (status in ('requested', 'pending', 'succeeded', 'failed')),
  reason text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint refund_goes_somewhere check (payment_attempt_id is not null or from_order = amount),
  constraint refund_closed check ((status in ('succeeded', 'failed')) = (closed_at is not null)),
  constraint refund_ref_once unique (payment_attempt_id, provider_ref)
);
create index refund_of_link on refund (payment_link_id);

create function refund_not_above_captured() returns trigger language plpgsql as $$
declare
  captured bigint;
  refunded bigint;
begin
  -- the lock makes refunds of one payment wait for one another
  select captured_amount into captured from payment_attempt where id = new.payment_attempt_id for update;
  select coalesce(sum(amount), 0) into refunded from refund
    where payment_attempt_id = new.payment_attempt_id and status <> 'failed' and id <> new.id;
  if new.status <> 'failed' and refunded + new.amount > coalesce(captured, 0) then
    raise exception 'refunds exceed the captured amount' using errcode = 'PM001';
  end if;
  return new;
end $$;
create trigger refund_limit before insert or update of amount, status on refund
  for each row when (new.payment_attempt_id is not null) execute function refund_not_above_captured();

create table dispute (
  id bigint generated always as identity primary key,
  payment_attempt_id uuid not null references payment_attempt,
  provider text not null,
  provider_ref text not null,
  amount bigint not null constraint dispute_amount_positive check (amount > 0),
  fee bigint not null default 0,
  status text not null,
  reason text,
  evidence_due_at timestamptz,
  withdrawn bigint not null default 0,
  reinstated bigint not null default 0,
  constraint dispute_ref_once unique (provider, provider_ref)
);

-- promotional money: lots of the 'bonus' account, spent in the order of their expiry
create table bonus_lot (
  id bigint generated always as identity primary key,
  account_id bigint not null references ledger_account,
  granted bigint not null constraint bonus_lot_granted_positive check (granted > 0),
  remaining bigint not null,
  expires_at timestamptz,
  source_type text not null,
  source_id text not null,
  constraint bonus_lot_range check (remaining between 0 and granted),
  constraint bonus_lot_once unique (source_type, source_id)
);
create table bonus_use (
  tx_id bigint not null references ledger_tx,
  lot_id bigint not null references bonus_lot,
  amount bigint not null constraint bonus_use_not_zero check (amount <> 0),
  primary key (tx_id, lot_id)
);
