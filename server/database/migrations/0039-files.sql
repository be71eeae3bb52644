-- Files that customers and staff add. Their bytes are outside the database, under the file's id (docs/decisions/0040). The type was
-- detected from the content.
create table file (
  id uuid primary key,
  -- the owner's name for it, without folder and control characters, at most 100 characters
  name text not null,
  media_type text not null,
  bytes bigint not null constraint file_size check (bytes between 1 and 26214400),
  sha256 bytea not null,
  customer_id bigint references customer,
  staff_id bigint references staff,
  created_at timestamptz not null,
  -- the bytes are deleted next, then the row
  removed_at timestamptz,
  constraint file_has_one_owner check (num_nonnulls(customer_id, staff_id) = 1)
);
create index file_of_customer on file (customer_id) where customer_id is not null;
create index file_of_staff on file (staff_id) where staff_id is not null;
create index file_removed on file (removed_at) where removed_at is not null;

-- Uploads in progress, in parts.
create table upload (
  -- the id that the file will have
  id uuid primary key,
  name text not null,
  bytes bigint not null,
  received bigint not null default 0,
  customer_id bigint references customer,
  staff_id bigint references staff,
  expires_at timestamptz not null,
  constraint upload_range check (received between 0 and bytes),
  constraint upload_has_one_owner check (num_nonnulls(customer_id, staff_id) = 1)
);
create index upload_of_customer on upload (customer_id) where customer_id is not null;
create index upload_of_staff on upload (staff_id) where staff_id is not null;
create index upload_expired on upload (expires_at);

-- The one place that a file belongs to. A file without a place is deleted after seven days.
create table attachment (
  file_id uuid primary key references file,
  kind text not null constraint attachment_kind_known
    check (kind in ('brief', 'answer', 'revision', 'draft', 'delivery', 'message', 'note')),
  order_id bigint references customer_order,
  position integer,
  -- of a delivery, or the one that a revision was requested of
  version integer,
  -- the message in the order's thread
  message_id bigint,
  added_at timestamptz not null,
  foreign key (order_id, position) references order_line,
  constraint attachment_has_place check (num_nonnulls(order_id, message_id) > 0),
  constraint attachment_of_work_has_line
    check (kind not in ('brief', 'answer', 'revision', 'draft', 'delivery') or (order_id is not null and position is not null)),
  constraint attachment_version check ((version is not null) = (kind in ('revision', 'delivery')))
);
create index attachment_of_line on attachment (order_id, position) where order_id is not null;
create index attachment_of_message on attachment (message_id) where message_id is not null;

-- The ID of the file store. The store contains the same ID, so that no process uses another store.
create table file_store (
  is_only boolean primary key default true constraint file_store_is_only check (is_only),
  number uuid not null
);
