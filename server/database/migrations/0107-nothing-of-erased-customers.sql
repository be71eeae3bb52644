-- A call that began before an erasure must not write after it. Each row of a customer locks the customer's row, which waits for an
-- erasure in progress, and then looks whether they were erased.
create function refuse_erased(customer bigint) returns void language plpgsql as $$
declare
  erased timestamptz;
begin
  select c.erased_at into erased from customer c where c.id = customer for share;
  if erased is not null then
    raise exception 'the customer’s data was erased' using errcode = 'ER001';
  end if;
end $$;

create function refuse_row_of_erased() returns trigger language plpgsql as $$
begin
  perform refuse_erased(new.customer_id);
  return new;
end $$;
create trigger customer_order_of_erased before insert on customer_order for each row execute function refuse_row_of_erased();
create trigger deposit_of_erased before insert on deposit for each row execute function refuse_row_of_erased();
create trigger ticket_of_erased before insert on ticket for each row
  when (new.customer_id is not null) execute function refuse_row_of_erased();
create trigger email_code_of_erased before insert on email_code for each row execute function refuse_row_of_erased();
create trigger upload_of_erased before insert on upload for each row
  when (new.customer_id is not null) execute function refuse_row_of_erased();
create trigger file_of_erased before insert on file for each row
  when (new.customer_id is not null) execute function refuse_row_of_erased();

create function refuse_message_of_erased() returns trigger language plpgsql as $$
begin
  perform refuse_erased(t.customer_id) from ticket t where t.id = new.ticket_id;
  return new;
end $$;
create trigger ticket_message_of_erased before insert on ticket_message for each row execute function refuse_message_of_erased();

create function refuse_order_row_of_erased() returns trigger language plpgsql as $$
begin
  perform refuse_erased(o.customer_id) from customer_order o where o.id = new.order_id;
  return new;
end $$;
create trigger revision_point_of_erased before insert on revision_point for each row execute function refuse_order_row_of_erased();
create trigger recheck_of_erased before insert on recheck for each row execute function refuse_order_row_of_erased();
