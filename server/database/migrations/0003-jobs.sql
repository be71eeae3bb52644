-- jobs: written in the caller's transaction, run by a worker, deleted when done
create table job (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  run_at timestamptz not null,
  -- counted at the claim, so that a job that ends its process counts, too
  attempts integer not null default 0,
  -- the lease of a worker that dies expires
  leased_until timestamptz,
  last_error text,
  -- when the last attempt failed; the row remains for the operator
  dead_at timestamptz,
  -- unique among waiting jobs; null for dead ones
  dedupe_key text constraint job_once unique,
  constraint job_dead_has_no_key check (dead_at is null or dedupe_key is null)
);
create index job_due on job (run_at) where dead_at is null;
create index job_dead on job (dead_at) where dead_at is not null;

-- alerts to the operator by topic and day, so that each problem sends one email a day
create table said_today (
  topic text not null,
  day date not null,
  primary key (topic, day)
);
