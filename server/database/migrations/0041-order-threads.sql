-- One thread of messages for each order: a ticket with the order's ID. What the contact form sent stays in ticket.message; a thread's
-- messages are rows of their own, and its ticket.message is empty.
alter table ticket
  add column order_id bigint references customer_order,
  -- counts the messages that both sides can read; an answer names the number that its writer saw
  add column messages integer not null default 0,
  -- the newest message that nobody has answered yet, or the answer to it
  add column last_at timestamptz,
  add column last_from text not null default 'customer' constraint ticket_last_from_known check (last_from in ('customer', 'staff'));
create unique index ticket_of_order on ticket (order_id) where order_id is not null;
-- customers who wait for an answer about an order, the longest waiting first
create index ticket_waiting on ticket (last_at) where status = 'open' and last_from = 'customer' and order_id is not null;

create table ticket_message (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references ticket,
  author text not null constraint ticket_message_author_known check (author in ('customer', 'staff')),
  staff_id bigint references staff,
  text text not null,
  -- when it was written
  at timestamptz not null,
  -- until then it can be undone and the customer doesn't see it; null once it is sent
  send_at timestamptz,
  constraint ticket_message_has_writer check ((author = 'staff') = (staff_id is not null)),
  constraint ticket_message_held_by_staff check (send_at is null or author = 'staff')
);
create index ticket_message_of_ticket on ticket_message (ticket_id, id);
-- one unsent answer at a time, because a second one could contradict it
create unique index ticket_message_held on ticket_message (ticket_id) where send_at is not null;
