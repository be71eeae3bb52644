-- A dispute is booked when money moves. The disputed amount is in dispute_receivable: one part belongs to the price of an order, one part is
-- set aside in the customer's balance, and the customer spent the rest before the dispute.
alter table dispute
  add column created_at timestamptz not null,
  -- number of changes; id and number form the source id of each posting
  add column steps integer not null default 0,
  add column receivable bigint not null default 0,
  add column from_order bigint not null default 0,
  add column held bigint not null default 0,
  -- the part that the shop bears
  add column borne bigint not null default 0,
  add constraint dispute_status_known check (status in ('inquiry', 'open', 'won', 'lost', 'unknown')),
  add constraint dispute_parts check (from_order >= 0 and held >= 0 and borne >= 0 and from_order + held <= receivable);
create index dispute_of_attempt on dispute (payment_attempt_id);

alter table payment_link
  -- amount under undecided disputes
  add column disputed bigint not null default 0,
  -- part of the price that lost disputes charged back
  add column lost bigint not null default 0,
  -- when a dispute of its payment was lost
  add column charged_back_at timestamptz,
  add constraint payment_link_disputed_range
    check (disputed >= 0 and lost >= 0 and (purpose = 'deposit' or refunded + disputed + lost <= amount));

create table sandbox_dispute (
  ref text primary key,
  session_ref text not null references sandbox_session,
  amount bigint not null,
  withdrawn bigint not null,
  reinstated bigint not null default 0,
  fee bigint not null,
  status text not null constraint sandbox_dispute_status_known check (status in ('inquiry', 'open', 'won', 'lost')),
  evidence_due_at timestamptz not null,
  created_at timestamptz not null
);
create index sandbox_dispute_of_session on sandbox_dispute (session_ref);

-- whether refunds to this card succeed at first and fail later
alter table sandbox_session add column refunds_fail boolean not null default false;
