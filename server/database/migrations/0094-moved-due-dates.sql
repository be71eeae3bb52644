-- The day by which the team now expects the next version, where it isn't the promised one, with the reason that the customer reads.
-- due_on and revise_by keep the promised day, which refunds for lateness, cancellations and punctuality use.
alter table order_line add column expected_on date, add column move_reason text,
  add constraint order_line_move_whole check ((expected_on is null) = (move_reason is null));

drop index order_line_queue;
create index order_line_queue on order_line (coalesce(expected_on, revise_by, due_on), order_id, position)
  where work_status in ('queued', 'inProgress', 'needsInfo', 'revisionRequested');
drop index order_line_of_assignee;
create index order_line_of_assignee on order_line (assignee_id, coalesce(expected_on, revise_by, due_on), order_id, position)
  where work_status in ('queued', 'inProgress', 'needsInfo', 'revisionRequested');
