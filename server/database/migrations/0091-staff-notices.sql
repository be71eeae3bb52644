-- Notices to a person about the lines that they work on, by email as the person chose for each kind, and in the browser.
create table staff_notice (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff,
  kind text not null constraint staff_notice_kind_known check (kind in ('assigned', 'returned', 'revision', 'answer', 'late')),
  order_id bigint not null,
  position integer not null,
  -- of 'late': the due day
  due_on date,
  -- the colleague who did it; null: the customer, or nobody
  by_staff_id bigint references staff,
  happened_at timestamptz not null,
  -- whether the person wanted emails of this kind at that time
  by_email boolean not null,
  -- when it was put into an email; all notices of one email have the same time
  emailed_at timestamptz,
  -- when the person viewed the line
  seen_at timestamptz,
  foreign key (order_id, position) references order_line,
  constraint staff_notice_due_when_late check ((kind = 'late') = (due_on is not null))
);
-- once for each line, person and due day
create unique index staff_notice_late_once on staff_notice (order_id, position, staff_id, due_on) where kind = 'late';
create index staff_notice_of_line on staff_notice (order_id, position, staff_id);
create index staff_notice_unseen on staff_notice (staff_id, happened_at) where seen_at is null;
create index staff_notice_to_email on staff_notice (staff_id, happened_at) where by_email and emailed_at is null and seen_at is null;
create index staff_notice_emailed on staff_notice (staff_id, emailed_at) where emailed_at is not null;
create index staff_notice_by_age on staff_notice (happened_at);

alter table staff
  -- the kinds of notices that the person gets by email
  add column email_notices text[] not null default '{assigned,returned,revision,answer,late}',
  -- the day on which a person who is away is back; on earlier days, nothing is sent to them
  add column back_on date;
