-- the operator sets it after answering by email; a logged-in sender sees it
alter table ticket add column status text not null default 'open'
  constraint ticket_status_known check (status in ('open', 'answered', 'closed'));
create index ticket_open on ticket (id) where status = 'open';
