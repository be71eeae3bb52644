-- Actors are one text: customer:12, operator:ann, provider:stripe, system. Earlier rows, and those that the previous version writes while
-- processes are replaced, have only the kind, or in the ledger only a provider's name. They are not changed.
alter table order_event add constraint order_event_actor_form check (actor ~ '^[a-z]+(:[^[:cntrl:]]+)?$') not valid;
alter table ledger_tx add constraint ledger_tx_actor_form check (actor ~ '^[a-z]+(:[^[:cntrl:]]+)?$') not valid;

-- Replaces origin and operator. The previous version reads and writes origin, so the column remains for it; operator is no longer written.
alter table refund add column actor text constraint refund_actor_form check (actor ~ '^[a-z]+(:[^[:cntrl:]]+)?$');
update refund r set actor = case r.origin
    when 'customer' then 'customer:' || l.customer_id
    when 'provider' then 'provider:' || (select a.provider from payment_attempt a where a.id = r.payment_attempt_id)
    when 'operator' then coalesce('operator:' || r.operator, 'operator')
    else r.origin
  end
from payment_link l where l.id = r.payment_link_id;
