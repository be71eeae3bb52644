-- Who marked a dispute as answered at the desk. The dispute's state comes from the provider.
alter table dispute add column answered_by bigint references staff, add column answered_at timestamptz,
  add constraint dispute_answered_whole check ((answered_by is null) = (answered_at is null));
