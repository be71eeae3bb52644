-- A file of a message belongs to a message that is there.
alter table attachment add constraint attachment_message foreign key (message_id) references ticket_message;
