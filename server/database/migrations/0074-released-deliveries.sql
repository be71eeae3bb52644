-- A delivery that was asked for and could not take place, because the work had changed during the seconds to undo it: when, and why, for
-- people. Empty once the draft is saved, delivered or asked to be delivered again.
alter table work_draft add column released_at timestamptz, add column released_why text,
  add constraint work_draft_released_whole check ((released_at is null) = (released_why is null));
create index work_draft_released on work_draft (released_at) where released_at is not null;
