-- outbox and timers: written in the caller's transaction, done by a worker, deleted when done
create table job (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  run_at timestamptz not null,
  -- counted when it is claimed: a job that ends its process is counted too
  attempts integer not null default 0,
  -- a worker that dies leaves its lease to run out
  leased_until timestamptz,
  last_error text,
  -- given up: kept for the operator
  dead_at timestamptz,
  -- one waiting job per key; a dead one gives its key back
  dedupe_key text constraint job_once unique,
  constraint job_dead_has_no_key check (dead_at is null or dedupe_key is null)
);
create index job_due on job (run_at) where dead_at is null;
create index job_dead on job (dead_at) where dead_at is not null;

-- what was said on which day, so that one trouble sends one letter a day however often it is met
create table said_today (
  topic text not null,
  day date not null,
  primary key (topic, day)
);
