-- Statement entries: one for each joint posting, with the balance after it, so that reading a page takes the same time for any history.
-- ledger_post writes them. A posting that changes no balance has none, such as a card payment of an order.
create table balance_entry (
  -- the first transaction of the joint posting that changed the balance; a released hold is an entry of its own
  id bigint not null references ledger_tx,
  customer_id bigint not null references customer,
  currency text not null,
  livemode boolean not null,
  -- kinds of all its transactions
  kinds text[] not null,
  -- of cash, bonus and debt together
  amount bigint not null constraint balance_entry_amount_not_zero check (amount <> 0),
  balance bigint not null,
  -- there is no index on id alone, because the planner would use it and read all customers' entries
  primary key (customer_id, currency, livemode, id)
);
create trigger balance_entry_immutable before update or delete on balance_entry for each row execute function ledger_is_append_only();
create trigger balance_entry_no_truncate before truncate on balance_entry execute function ledger_is_append_only();

with movement as (
  select x.id, x.batch, x.kind, a.customer_id, a.currency, a.livemode,
    case when t.to_account = a.id then t.amount else -t.amount end as amount
  from ledger_tx x join ledger_transfer t on t.tx_id = x.id join ledger_account a on a.id in (t.from_account, t.to_account)
  where a.code in ('cash', 'bonus', 'debt')
), entry as (
  select min(id) as id, customer_id, currency, livemode, array_agg(distinct kind) as kinds, sum(amount)::bigint as amount
  from movement
  group by batch, kind = 'release', customer_id, currency, livemode having sum(amount) <> 0
)
insert into balance_entry (id, customer_id, currency, livemode, kinds, amount, balance)
select id, customer_id, currency, livemode, kinds, amount,
  sum(amount) over (partition by customer_id, currency, livemode order by id)
from entry;

-- Writes the statement's entries of transactions that were just posted together.
create function ledger_write_entries(posted bigint[]) returns void language sql as $$
  with movement as (
    select x.id, x.kind, a.customer_id, a.currency, a.livemode, case when t.to_account = a.id then t.amount else -t.amount end as amount
    from ledger_tx x join ledger_transfer t on t.tx_id = x.id join ledger_account a on a.id in (t.from_account, t.to_account)
    where x.id = any(posted) and a.code in ('cash', 'bonus', 'debt')
  ), entry as (
    select min(id) as id, customer_id, currency, livemode, array_agg(distinct kind) as kinds, sum(amount)::bigint as amount
    from movement
    group by kind = 'release', customer_id, currency, livemode having sum(amount) <> 0
  )
  insert into balance_entry (id, customer_id, currency, livemode, kinds, amount, balance)
  select id, customer_id, currency, livemode, kinds, amount, (
      select sum(b.amount) from ledger_account a join ledger_balance b on b.account_id = a.id
      where a.customer_id = entry.customer_id and a.currency = entry.currency and a.livemode = entry.livemode
        and a.code in ('cash', 'bonus', 'debt')
    ) - coalesce(sum(amount) over (
      partition by customer_id, currency, livemode order by id desc rows between unbounded preceding and 1 preceding
    ), 0)
  from entry
$$;

create or replace function ledger_post(postings jsonb) returns text[] language plpgsql as $$
declare
  posting jsonb;
  tx bigint;
  posted bigint[] := '{}';
  written text[] := '{}';
begin
  -- every balance row is locked in one order before the first is moved, so that two postings cannot deadlock
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
