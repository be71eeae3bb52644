-- the report of automatic work: contract/instant/analyzer-report.ts or contract/instant/hashtag-sets.ts
alter table delivery
  add column report jsonb,
  drop constraint delivery_is_something,
  add constraint delivery_is_something check (text is not null or file is not null or report is not null);

-- when a person took over automatic work that failed
alter table order_line add column handed_over_at timestamptz;

-- the latest recheck of an improved text, with the comparison to the ordered text
create table recheck (
  order_id bigint not null,
  position integer not null,
  report jsonb not null,
  checked_at timestamptz not null,
  primary key (order_id, position),
  foreign key (order_id, position) references order_line
);
