-- The saved reply that staff inserted into a message, so that the most used ones come first.
alter table ticket_message add column saved_reply_id bigint references saved_reply on delete set null;
create index ticket_message_of_reply on ticket_message (saved_reply_id, at) where saved_reply_id is not null;
