-- When and why a requested delivery failed, because the work changed while it could be undone. Null again once the draft is saved, delivered,
-- or requested to be delivered again.
alter table work_draft add column released_at timestamptz, add column released_why text,
  add constraint work_draft_released_whole check ((released_at is null) = (released_why is null));
create index work_draft_released on work_draft (released_at) where released_at is not null;
