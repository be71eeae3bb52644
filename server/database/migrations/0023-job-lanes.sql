-- the lane whose slots run a job. Null until a process with a handler for the kind sets it, so that a job without a handler is in no lane,
-- and a newer process sets the lane of jobs that an older one wrote.
alter table job add column lane text;
create index job_lane on job (lane, run_at, id) where dead_at is null;
create index job_unplaced on job (kind) where lane is null and dead_at is null;
