-- the newest failure of a letter was the mail server's, which may take it later
alter table job add column is_deferred boolean not null default false;
