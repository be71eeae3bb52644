-- The newest result of each health check, nightly or on request; the desk shows it.
create table health_check (
  part text primary key constraint health_check_part_known check (part in ('books', 'providers', 'log')),
  checked_at timestamptz not null,
  -- the first sentences, as the audits write them
  findings jsonb not null,
  -- number of all findings
  found integer not null,
  -- payments compared with their providers
  compared integer not null default 0,
  -- why the check couldn't finish
  failure text
);
