-- Changes that a customer requests, and the answer to each.
create table revision_point (
  order_id bigint not null,
  position integer not null,
  -- the version that it is about
  version integer not null,
  -- 1, 2, 3 … of its request
  point integer not null,
  -- the key of the piece that it is about; null: the whole
  piece text,
  -- the words that it is about: UTF-16 offsets into the piece's text, or the whole text of a version without pieces
  quote_start integer,
  quote_end integer,
  quote text,
  note text not null,
  asked_at timestamptz not null,
  outcome text constraint revision_point_outcome_known check (outcome in ('done', 'notDone')),
  -- what the customer reads with the next version
  answer text,
  answered_by bigint references staff,
  answered_at timestamptz,
  primary key (order_id, position, version, point),
  foreign key (order_id, position, version) references delivery (order_id, position, version),
  constraint revision_point_quote_whole check (num_nonnulls(quote_start, quote_end, quote) in (0, 3)),
  constraint revision_point_answered_whole check (num_nonnulls(outcome, answered_by, answered_at) in (0, 3)),
  constraint revision_point_no_has_reason check (outcome <> 'notDone' or answer is not null)
);

-- Earlier requests, each one point about the whole.
insert into revision_point (order_id, position, version, point, note, asked_at)
  select e.order_id, e.line_position, v.version, 1, e.reason, e.at
  from order_event e join lateral (
    select d.version from delivery d
    where d.order_id = e.order_id and d.position = e.line_position and d.delivered_at <= e.at
    order by d.version desc limit 1
  ) v on true
  where e.to_status = 'revisionRequested' and e.reason is not null
  on conflict do nothing;

-- whether the customer extended the review of the newest version, which is possible once for each version
alter table order_line add column review_extended boolean not null default false;
