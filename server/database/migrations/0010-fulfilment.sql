alter table order_line
  add column revisions_used integer not null default 0,
  add column question text,
  -- since when the clock stands still, waiting for an answer
  add column stopped_at timestamptz,
  -- when it was found whether an express line came in time; if it did not, its surcharge went back then
  add column lateness_judged_at timestamptz,
  -- until when a delivered line can be revised; it is accepted by itself then
  add column review_until timestamptz,
  add constraint order_line_question_while_stopped
    check ((work_status = 'needsInfo') = (question is not null) and (question is null) = (stopped_at is null));

-- versions of the finished work, never changed
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

-- what the operator has to do next
create index order_line_open on order_line (due_on) where work_status in ('queued', 'inProgress', 'needsInfo', 'revisionRequested');

-- express lines of which it is not known yet
create index order_line_express on order_line (due_on)
  where (details ->> 'express')::boolean and lateness_judged_at is null and work_status not in ('waiting', 'cancelled');
