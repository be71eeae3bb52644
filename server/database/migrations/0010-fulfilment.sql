alter table order_line
  add column revisions_used integer not null default 0,
  add column question text,
  -- when an open question paused the due date
  add column stopped_at timestamptz,
  -- when an express line was judged on time or late; a late line's surcharge was refunded then
  add column lateness_judged_at timestamptz,
  -- end of the review of a delivered line, which is then accepted automatically
  add column review_until timestamptz,
  add constraint order_line_question_while_stopped
    check ((work_status = 'needsInfo') = (question is not null) and (question is null) = (stopped_at is null));

-- delivered versions, never changed
create table delivery (
  order_id bigint not null,
  position integer not null,
  -- counted from 1
  version integer not null,
  text text,
  file_name text,
  media_type text,
  file bytea,
  delivered_at timestamptz not null,
  primary key (order_id, position, version),
  foreign key (order_id, position) references order_line,
  constraint delivery_is_something check (text is not null or file is not null),
  constraint delivery_file_whole check ((file is null) = (file_name is null) and (file is null) = (media_type is null))
);

-- open lines by due date
create index order_line_open on order_line (due_on) where work_status in ('queued', 'inProgress', 'needsInfo', 'revisionRequested');

-- express lines that are not judged yet
create index order_line_express on order_line (due_on)
  where (details ->> 'express')::boolean and lateness_judged_at is null and work_status not in ('waiting', 'cancelled');
