-- the lane whose slots run a job; null until a process that has a handler for its kind places it there, so that jobs nobody
-- has a handler for are in no lane, and those of an older process, which knows no lanes, are placed by a newer one
alter table job add column lane text;
create index job_lane on job (lane, run_at, id) where dead_at is null;
create index job_unplaced on job (kind) where lane is null and dead_at is null;
