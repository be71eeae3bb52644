-- One inbox for the contact form's tickets and the threads of orders. The status is open when the team has to reply, answered when it is
-- the customer's turn.
alter table ticket
  add column assignee_id bigint references staff,
  -- hidden from the open messages until then; the customer's next message clears it
  add column snoozed_until timestamptz,
  -- when a ticket that was sent without logging in was added to the account with its address
  add column claimed_at timestamptz,
  drop constraint ticket_status_known,
  add constraint ticket_status_known check (status in ('open', 'answered', 'closed', 'spam'));
update ticket set last_at = created_at where last_at is null;
update ticket set last_from = 'customer' where status = 'open' and last_from <> 'customer';
-- truncated to milliseconds, because cursors contain JavaScript dates and would otherwise skip rows
alter table ticket
  alter column last_at set default date_trunc('milliseconds', now()),
  alter column last_at set not null;
-- the time from which the reply is due, the longest waiting first
create index ticket_queue on ticket ((coalesce(snoozed_until, last_at)), id) where status = 'open';
create index ticket_of_assignee on ticket (assignee_id, (coalesce(snoozed_until, last_at)), id)
  where status = 'open' and assignee_id is not null;
create index ticket_by_status on ticket (status, last_at, id);
drop index ticket_waiting;

-- Notes about a ticket without an order; those about a thread are the order's.
alter table staff_note
  add column ticket_id bigint references ticket,
  drop constraint staff_note_has_place,
  add constraint staff_note_has_place check (num_nonnulls(order_id, customer_id, ticket_id) = 1);
create index staff_note_of_ticket on staff_note (ticket_id, id) where ticket_id is not null;

create index audit_entry_of_tickets on audit_entry (id) where subject like 'ticket %';
