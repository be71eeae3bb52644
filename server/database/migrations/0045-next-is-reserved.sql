-- What `next` gave to a person is theirs for 30 seconds, also while their screen is still loading.
alter table staff_presence add column is_next boolean not null default false;
