-- SHA-256 of a contact form's request ID with its text: the same message, sent again after a lost answer, is the same ticket.
alter table ticket add column request_hash bytea constraint ticket_request_once unique;
