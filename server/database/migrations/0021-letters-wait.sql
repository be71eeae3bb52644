-- whether the mail server deferred the email at the last attempt, and may accept it later
alter table job add column is_deferred boolean not null default false;
