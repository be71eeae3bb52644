-- Revenue is earned line by line (docs/decisions/0049): books the shares of lines that were completed while other lines of their
-- order were open. Orders whose work has ended are booked already.
select ledger_post(jsonb_agg(jsonb_build_object(
  'kind', 'earned', 'sourceType', 'payment_link', 'sourceId', number || ':' || position, 'customerId', customer_id::text,
  'currency', currency, 'livemode', livemode, 'actor', 'system', 'postedAt', now(),
  'transfers', jsonb_build_array(jsonb_build_object('from', 'unearned', 'to', 'revenue', 'amount', share::text))
) order by number)) from (
  select l.number, l.customer_id, l.currency, l.livemode, max(w.position) filter (where w.work_status = 'completed') as position,
    ((l.amount - l.refunded - l.lost) * sum(w.amount) filter (where w.work_status = 'completed') / sum(w.amount))::bigint as share
  from payment_link l join customer_order o on o.payment_link_id = l.id join order_line w on w.order_id = o.id
  where l.status = 'paid' and l.charged_back_at is null
    and not exists (select from ledger_tx x where x.kind = 'earned' and x.source_type = 'payment_link' and x.source_id = l.number)
  group by l.id
) as begun where share > 0 having count(*) > 0;
