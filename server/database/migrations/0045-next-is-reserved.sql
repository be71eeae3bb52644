-- Whether `next` reserved it for the person for 30 seconds, so that nobody else gets it while their screen loads.
alter table staff_presence add column is_next boolean not null default false;
