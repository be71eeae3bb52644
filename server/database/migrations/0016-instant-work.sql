-- a report of what the shop makes itself: contract/analyzer-report.ts, contract/hashtag-sets.ts
alter table delivery
  add column report jsonb,
  drop constraint delivery_is_something,
  add constraint delivery_is_something check (text is not null or file is not null or report is not null);

-- when the shop could not make it itself, and a person was asked
alter table order_line add column handed_over_at timestamptz;

-- the latest look at an improved text, compared with the one that was ordered
create table recheck (
  order_id bigint not null,
  position integer not null,
  report jsonb not null,
  checked_at timestamptz not null,
  primary key (order_id, position),
  foreign key (order_id, position) references order_line
);
