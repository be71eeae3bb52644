-- Earlier states of a draft, which can be restored: at most ten for each line, deleted with the draft.
create table earlier_draft (
  order_id bigint not null,
  position integer not null,
  revision integer not null,
  pieces jsonb not null,
  message text not null,
  written integer not null,
  saved_by bigint not null references staff,
  saved_at timestamptz not null,
  primary key (order_id, position, revision),
  foreign key (order_id, position) references work_draft on delete cascade
);
