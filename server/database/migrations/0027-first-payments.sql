-- Postings of one customer must wait for one another. Otherwise their statement entries are numbered in one order and written in another.
-- A missing balance could not be locked, so the balance of `cash` is now created and locked first.

-- Creates a customer's `cash` account if it is missing and locks its balance. Only a transaction that holds this lock creates or locks the
-- customer's other balances in this currency and mode, so deadlocks are impossible.
create function ledger_lock_customer(customer bigint, money text, live boolean) returns void language plpgsql as $$
declare
  cash_account bigint := ledger_account_id('cash', customer, money, live);
begin
  perform from ledger_balance where account_id = cash_account for update;
end $$;

create or replace function ledger_lock_balances(customer bigint, money text, live boolean)
  returns table (cash bigint, reserved bigint, debt bigint) language plpgsql as $$
begin
  perform ledger_lock_customer(customer, money, live);
  perform from ledger_balance where account_id in (
    select id from ledger_account where customer_id = customer and currency = money and livemode = live
  ) order by account_id for update;
  return query
    select coalesce(sum(b.amount) filter (where a.code = 'cash'), 0)::bigint,
      coalesce(sum(b.amount) filter (where a.code = 'reserved'), 0)::bigint,
      coalesce(sum(b.amount) filter (where a.code = 'debt'), 0)::bigint
    from ledger_account a join ledger_balance b on b.account_id = a.id
    where a.customer_id = customer and a.currency = money and a.livemode = live;
end $$;

create or replace function ledger_post(postings jsonb) returns text[] language plpgsql as $$
declare
  posting jsonb;
  side record;
  tx bigint;
  posted bigint[] := '{}';
  written text[] := '{}';
begin
  for side in
    select distinct (p ->> 'customerId')::bigint as customer, p ->> 'currency' as currency, (p ->> 'livemode')::boolean as livemode
    from jsonb_array_elements(postings) p, jsonb_array_elements(p -> 'transfers') t
    where array[t ->> 'from', t ->> 'to'] && array['cash', 'reserved', 'bonus', 'disputed', 'debt']
    order by 1, 2, 3
  loop
    perform ledger_lock_customer(side.customer, side.currency, side.livemode);
  end loop;
  -- every account exists, and every balance is locked in one order, before a transaction gets its number
  for side in
    select distinct on (code, currency, livemode, customer) code, p as posting
    from jsonb_array_elements(postings) p, jsonb_array_elements(p -> 'transfers') t, unnest(array[t ->> 'from', t ->> 'to']) as code,
      lateral (select p ->> 'currency' as currency, p ->> 'livemode' as livemode, p ->> 'customerId' as customer) as owner
    order by code, currency, livemode, customer
  loop
    perform ledger_side(side.posting, side.code);
  end loop;
  perform from ledger_balance where account_id in (
    select a.id from jsonb_array_elements(postings) p, jsonb_array_elements(p -> 'transfers') t
      join ledger_account a on a.code in (t ->> 'from', t ->> 'to')
    where a.customer_id = (p ->> 'customerId')::bigint and a.currency = p ->> 'currency' and a.livemode = (p ->> 'livemode')::boolean
  ) order by account_id for update;
  for posting in select * from jsonb_array_elements(postings) loop
    tx := nextval(pg_get_serial_sequence('ledger_tx', 'id'));
    insert into ledger_tx (id, batch, kind, source_type, source_id, memo, actor, posted_at) overriding system value
      values (tx, coalesce(posted[1], tx), posting ->> 'kind', posting ->> 'sourceType', posting ->> 'sourceId', posting ->> 'memo', posting ->> 'actor', (posting ->> 'postedAt')::timestamptz)
      on conflict on constraint ledger_tx_once do nothing returning id into tx;
    continue when tx is null;
    posted := posted || tx;
    insert into ledger_transfer (tx_id, from_account, to_account, currency, livemode, amount)
      select tx, ledger_side(posting, t ->> 'from'), ledger_side(posting, t ->> 'to'),
        posting ->> 'currency', (posting ->> 'livemode')::boolean, (t ->> 'amount')::bigint
      from jsonb_array_elements(posting -> 'transfers') t;
    written := written || (posting ->> 'kind');
  end loop;
  if posted <> '{}' then
    perform ledger_write_entries(posted);
  end if;
  return written;
end $$;

-- Repairs the running balances of entries that were numbered out of order: each is the sum of the amounts up to the entry. No amount and no
-- posting changes (docs/decisions/0026).
alter table balance_entry disable trigger balance_entry_immutable;
update balance_entry e set balance = repaired.summed
from (
  select customer_id, currency, livemode, id, balance,
    sum(amount) over (partition by customer_id, currency, livemode order by id rows unbounded preceding)::bigint as summed
  from balance_entry
) as repaired
where repaired.balance <> repaired.summed
  and e.customer_id = repaired.customer_id and e.currency = repaired.currency and e.livemode = repaired.livemode and e.id = repaired.id;
alter table balance_entry enable trigger balance_entry_immutable;
