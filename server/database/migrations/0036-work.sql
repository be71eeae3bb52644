-- Work at the desk: who works on a line, the text under work, notes of the team, and what each delivery was checked for.
alter table order_line
  add column assignee_id bigint references staff,
  add column assigned_at timestamptz;

drop index order_line_open;
-- for the order of the queue: by the due date of the next version
create index order_line_queue on order_line (coalesce(revise_by, due_on), order_id, position)
  where work_status in ('queued', 'inProgress', 'needsInfo', 'revisionRequested');
create index order_line_of_assignee on order_line (assignee_id, coalesce(revise_by, due_on), order_id, position)
  where work_status in ('queued', 'inProgress', 'needsInfo', 'revisionRequested');
create index order_line_in_review on order_line (review_until, order_id, position) where work_status = 'delivered';

-- The text under work: one for each line, saved while it is typed.
create table work_draft (
  order_id bigint not null,
  position integer not null,
  -- [{key, text}], as the line's work sheet names them
  pieces jsonb not null,
  -- what the customer reads above the delivery
  message text not null default '',
  -- pieces with a text, and pieces that were sold
  written integer not null,
  expected integer not null,
  -- number of saves; a save names the revision that it changes
  revision integer not null default 1,
  saved_by bigint not null references staff,
  saved_at timestamptz not null,
  -- submitted for review
  handed_in_at timestamptz,
  handed_in_by bigint references staff,
  -- when the delivery is sent, unless someone undoes it before
  send_at timestamptz,
  -- {staff, session, request, checks}: who delivers, and the checks with their reasons
  sending jsonb,
  primary key (order_id, position),
  foreign key (order_id, position) references order_line,
  constraint work_draft_handed_in_whole check ((handed_in_at is null) = (handed_in_by is null)),
  constraint work_draft_sending_whole check ((send_at is null) = (sending is null))
);
create index work_draft_handed_in on work_draft (handed_in_at) where handed_in_at is not null;

alter table delivery
  -- [{key, label, text}]: the text by the pieces that were sold
  add column pieces jsonb,
  add column message text,
  -- [{check, ok, reason}]: what was checked before it was delivered; reason: why it was delivered although a check failed
  add column checks jsonb;

-- Notes for the team.
create table staff_note (
  id bigint generated always as identity primary key,
  order_id bigint references customer_order,
  position integer,
  customer_id bigint references customer,
  staff_id bigint not null references staff,
  text text not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  constraint staff_note_has_place check (num_nonnulls(order_id, customer_id) = 1)
);
create index staff_note_of_order on staff_note (order_id, id) where order_id is not null;
create index staff_note_of_customer on staff_note (customer_id, id) where customer_id is not null;

-- Fingerprints of delivered sentences, so that no sentence is sold to two customers: the first 8 bytes of SHA-256 over the words of each
-- sentence of eight words or more that isn't in the customer's own brief.
create table delivered_sentence (
  fingerprint bigint not null,
  order_id bigint not null,
  position integer not null,
  primary key (fingerprint, order_id, position),
  foreign key (order_id, position) references order_line
);

-- Which page each person views, and whether they write. Unlogged, because rows expire after 30 seconds.
create unlogged table staff_presence (
  session_id uuid not null,
  subject text not null,
  staff_id bigint not null,
  is_writing boolean not null,
  seen_at timestamptz not null,
  primary key (session_id, subject)
);
create index staff_presence_of_subject on staff_presence (subject, seen_at);

-- for finding customers by the beginning of an address or a name
create index customer_email_start on customer (email_canonical text_pattern_ops);
create index customer_first_name_start on customer (lower(first_name) text_pattern_ops);
create index customer_last_name_start on customer (lower(last_name) text_pattern_ops);
