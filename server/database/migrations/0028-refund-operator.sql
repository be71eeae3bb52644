-- Stores who made a refund in a column of its own, because the customer may read the reason. Before, `refund` of the command line wrote
-- "reason (name)"; canceling an order by the command line did not.
alter table refund add column operator text constraint refund_operator_of_operator check (operator is null or origin = 'operator');
update refund r set operator = substring(reason from ' \(([^()]+)\)$'), reason = regexp_replace(reason, ' \([^()]+\)$', '')
where r.origin = 'operator' and reason ~ '. \([^()]+\)$' and not exists (
  select from customer_order o join order_event e on e.order_id = o.id
  where o.payment_link_id = r.payment_link_id and e.at = r.created_at and e.to_status = 'refunded'
);
