-- The desk asks every few seconds for the newest entry about work.
create index audit_entry_of_work on audit_entry (id) where subject like 'line %' or subject like 'order %';
