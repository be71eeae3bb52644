-- A dispute is booked by the money that moved. What is in dispute now lies in dispute_receivable: a part of it belongs to the
-- price of an order, a part is set aside on the customer's balance, and the rest was spent before the bank asked for it.
alter table dispute
  add column created_at timestamptz not null,
  -- how often something changed: with the id, the source of the next posting
  add column steps integer not null default 0,
  add column receivable bigint not null default 0,
  add column from_order bigint not null default 0,
  add column held bigint not null default 0,
  -- what the shop lost to it
  add column borne bigint not null default 0,
  add constraint dispute_status_known check (status in ('inquiry', 'open', 'won', 'lost', 'unknown')),
  add constraint dispute_parts check (from_order >= 0 and held >= 0 and borne >= 0 and from_order + held <= receivable);
create index dispute_of_attempt on dispute (payment_attempt_id);

alter table payment_link
  -- of what was paid for it, what its bank asks back and nobody has decided on
  add column disputed bigint not null default 0,
  -- of its price, what a lost dispute took
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

-- a card that takes its refunds at first and sends them back later
alter table sandbox_session add column refunds_fail boolean not null default false;
