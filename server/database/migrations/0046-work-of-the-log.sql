-- For reading the newest entry about work, which the desk requests every few seconds.
create index audit_entry_of_work on audit_entry (id) where subject like 'line %' or subject like 'order %';
