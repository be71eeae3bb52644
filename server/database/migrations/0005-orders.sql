-- one row per accepted Idempotency-Key, written in the transaction of its request
create table idempotency_key (
  customer_id bigint not null references customer,
  key text not null,
  route text not null,
  body_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (customer_id, key)
);

create table customer_order (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  payment_link_id bigint not null constraint customer_order_link_once unique references payment_link,
  number text not null constraint customer_order_number_once unique,
  catalogue_version integer not null,
  amount bigint not null constraint customer_order_amount_positive check (amount > 0),
  currency text not null,
  -- {firstName, lastName, country, city, address, state, zipCode}
  billing jsonb not null,
  paid_from_balance bigint not null default 0,
  paid_by_card bigint not null default 0,
  paid_at timestamptz,
  created_at timestamptz not null,
  constraint customer_order_paid_in_full check (paid_at is null or paid_from_balance + paid_by_card = amount)
);
create index customer_order_newest on customer_order (customer_id, id desc);

-- Number of a customer's unpaid orders. Waits for another order of the customer that is being placed. The count is a statement of its own,
-- so that it sees that order. A function, because it takes one round trip.
create function unpaid_orders_of(orderer bigint) returns integer language plpgsql as $$
begin
  perform 1 from customer where id = orderer for no key update;
  return (select count(*) from payment_link where customer_id = orderer and purpose = 'order' and status = 'awaitingPayment');
end $$;

create table order_line (
  order_id bigint not null references customer_order,
  -- counted from 1
  position integer not null,
  order_type integer not null,
  title text not null,
  -- {quantity, variant, options, express, brief}: as ordered
  details jsonb not null,
  -- [{key, label, amount}]: as priced
  parts jsonb not null,
  amount bigint not null constraint order_line_amount_positive check (amount > 0),
  days integer not null,
  revision_rounds integer not null,
  due_on date,
  work_status text not null default 'waiting' constraint order_line_work_status_known
    check (work_status in ('waiting', 'queued', 'inProgress', 'needsInfo', 'delivered', 'revisionRequested', 'completed', 'cancelled')),
  primary key (order_id, position)
);

-- every change of state, with its actor and reason
create table order_event (
  id bigint generated always as identity primary key,
  order_id bigint not null references customer_order,
  line_position integer,
  at timestamptz not null,
  actor text not null,
  from_status text,
  to_status text not null,
  reason text
);
create index order_event_of_order on order_event (order_id, id);
