-- Foreign key: the message of a file exists.
alter table attachment add constraint attachment_message foreign key (message_id) references ticket_message;
