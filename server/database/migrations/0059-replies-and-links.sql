-- Texts that staff insert into their replies.
create table saved_reply (
  id bigint generated always as identity primary key,
  title text not null constraint saved_reply_title_once unique,
  -- with {firstName} and {orderNumber}; the server rejects other names
  text text not null,
  changed_by bigint not null references staff,
  changed_at timestamptz not null
);

-- What a contact form's ticket is about, as the team found out. It gives nobody access to the ticket.
alter table ticket
  add column about_order_id bigint references customer_order,
  add column about_customer_id bigint references customer,
  add constraint ticket_about_one check (num_nonnulls(about_order_id, about_customer_id) <= 1);
create index ticket_about_order on ticket (about_order_id) where about_order_id is not null;
create index ticket_about_customer on ticket (about_customer_id) where about_customer_id is not null;
