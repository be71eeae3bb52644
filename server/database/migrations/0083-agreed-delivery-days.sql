-- The delivery day that the customer saw and agreed to, if paid at once; null in orders from before, for automatic work, and for
-- callers who didn't send it. And the day promised at the payment, because due_on changes while work waits for the customer.
alter table order_line add column agreed_on date, add column first_due_on date;
-- The first due date is known where the work never waited.
update order_line l set first_due_on = due_on
  where due_on is not null and not exists (
    select from order_event e where e.order_id = l.order_id and e.line_position = l.position and e.to_status = 'needsInfo'
  );
