-- the newest failure of a letter was the mail server's, which may take it later
alter table job add column is_deferred boolean not null default false;

-- a dispute is told in a job for each reader; those that wait were for both
insert into job (kind, payload, run_at, dead_at, last_error)
select kind, payload || '{"to": "customer"}', run_at, dead_at, last_error from job where kind = 'mail.dispute' and not payload ? 'to';
update job set payload = payload || '{"to": "operator"}' where kind = 'mail.dispute' and not payload ? 'to';
