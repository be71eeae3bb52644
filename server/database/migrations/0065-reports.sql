-- A person's minutes for work on lines per business day, for the workload chart; 0: not counted.
alter table staff add column minutes_per_day integer not null default 0
  constraint staff_minutes_per_day check (minutes_per_day between 0 and 1440);

-- Lines by their due day, for the share that was delivered on time.
create index order_line_due on order_line (due_on) where due_on is not null and work_status not in ('waiting', 'cancelled');

-- Customers' messages by time, for the share that was answered within a business day.
create index ticket_message_of_customers on ticket_message (at) where author = 'customer';
create index ticket_of_contact_form on ticket (created_at) where order_id is null;
