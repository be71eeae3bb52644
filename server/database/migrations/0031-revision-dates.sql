-- Due date of a requested revision. Null for revisions that began before this migration, because no date was promised.
alter table order_line add column revise_by date;
