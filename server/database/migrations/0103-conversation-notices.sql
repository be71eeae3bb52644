-- Notices about conversations: a customer's message in one, and one that a colleague assigned.
alter table staff_notice
  add column ticket_id bigint references ticket,
  alter column order_id drop not null,
  alter column position drop not null,
  drop constraint staff_notice_kind_known,
  add constraint staff_notice_kind_known
    check (kind in ('assigned', 'returned', 'revision', 'answer', 'late', 'conversation', 'message')),
  -- a notice is about a line or a conversation
  add constraint staff_notice_about_one check (
    case when kind in ('conversation', 'message') then ticket_id is not null and order_id is null and position is null
      else ticket_id is null and order_id is not null and position is not null end);
create index staff_notice_of_ticket on staff_notice (ticket_id, staff_id) where ticket_id is not null;

alter table staff
  alter column email_notices set default '{assigned,returned,revision,answer,late,conversation,message}';
-- people who turned all emails off get none of the new ones
update staff set email_notices = email_notices || '{conversation,message}' where email_notices <> '{}';
