-- Who returned the draft to its writer, with the note of that moment; empty again once it is submitted for review or delivered.
alter table work_draft add column returned_at timestamptz, add column returned_by bigint references staff,
  add constraint work_draft_returned_whole check ((returned_at is null) = (returned_by is null));
