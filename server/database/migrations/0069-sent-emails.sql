-- Emails about an order or a deposit that were sent to its customer, as the order's history and the evidence of a dispute show them.
create table sent_email (
  -- the email's constant id, so that a repeated job records the email once
  id text primary key,
  number text not null references payment_link (number),
  subject text not null,
  sent_at timestamptz not null
);
create index sent_email_number on sent_email (number, sent_at);
