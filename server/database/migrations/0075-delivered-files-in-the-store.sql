-- Files that the command line delivered were in the table `delivery`; the desk's are in the file store. A job moves the old ones to the file store.
-- They have no owner, because the command line has no customer or member of staff.
alter table file
  drop constraint file_has_one_owner,
  add constraint file_has_one_owner check (num_nonnulls(customer_id, staff_id) <= 1);

-- a version may consist of files alone
alter table delivery drop constraint delivery_is_something;

insert into job (kind, lane, payload, run_at, dedupe_key)
select 'files.move-delivered', 'others', jsonb_build_object('order', order_id::text, 'position', position, 'version', version), now(),
  'files.move-delivered:' || order_id || ':' || position || ':' || version
from delivery where file is not null and octet_length(file) > 0;
