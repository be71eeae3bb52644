create table ledger_account (
  id bigint generated always as identity primary key,
  code text not null constraint ledger_account_code_known check (
    code in ('cash', 'reserved', 'bonus', 'disputed', 'debt')
    or code in ('unearned', 'revenue', 'refunds_pending', 'dispute_receivable', 'chargeback_loss', 'provider_fee', 'promo_expense', 'suspense', 'bank')
    or code like 'clearing:_%'
  ),
  customer_id bigint references customer,
  currency text not null constraint ledger_account_currency_lower check (currency ~ '^[a-z]{3}$'),
  livemode boolean not null,
  constraint ledger_account_side check ((customer_id is not null) = (code in ('cash', 'reserved', 'bonus', 'disputed', 'debt'))),
  constraint ledger_account_once unique nulls not distinct (code, customer_id, currency, livemode),
  -- for the foreign keys of transfers, so that no transfer mixes currencies or modes
  constraint ledger_account_money unique (id, currency, livemode)
);

-- cached balances of customers' accounts; the shop's accounts have none, because every posting would lock one row
create table ledger_balance (
  account_id bigint primary key references ledger_account,
  amount bigint not null default 0,
  version bigint not null default 0,
  may_be_negative boolean not null,
  constraint ledger_balance_not_below_zero check (may_be_negative or amount >= 0)
);

create table ledger_tx (
  id bigint generated always as identity primary key,
  -- the first transaction of the same posting; together they are one entry of the statement
  batch bigint not null,
  kind text not null constraint ledger_tx_kind_known check (kind in (
    'reserve', 'release', 'capture', 'order_paid', 'earned', 'debt_repaid', 'refund_to_balance', 'refund_start', 'refund_succeeded',
    'refund_failed', 'provider_refund', 'dispute_withdrawn', 'dispute_reinstated', 'dispute_lost', 'adjustment'
  )),
  source_type text not null,
  source_id text not null,
  memo text,
  actor text not null,
  posted_at timestamptz not null,
  -- makes postings idempotent
  constraint ledger_tx_once unique (kind, source_type, source_id)
);

create table ledger_transfer (
  id bigint generated always as identity primary key,
  tx_id bigint not null references ledger_tx,
  from_account bigint not null,
  to_account bigint not null,
  currency text not null,
  livemode boolean not null,
  amount bigint not null constraint ledger_transfer_amount_positive check (amount > 0),
  from_balance_after bigint,
  to_balance_after bigint,
  constraint ledger_transfer_two_sides check (from_account <> to_account),
  constraint ledger_transfer_from foreign key (from_account, currency, livemode) references ledger_account (id, currency, livemode),
  constraint ledger_transfer_to foreign key (to_account, currency, livemode) references ledger_account (id, currency, livemode)
);
create index ledger_transfer_out on ledger_transfer (from_account, id);
create index ledger_transfer_in on ledger_transfer (to_account, id);
create index ledger_transfer_of_tx on ledger_transfer (tx_id);

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'ledger rows are immutable' using errcode = 'LG001';
end $$;
create trigger ledger_tx_immutable before update or delete on ledger_tx for each row execute function ledger_is_append_only();
create trigger ledger_tx_no_truncate before truncate on ledger_tx execute function ledger_is_append_only();
create trigger ledger_transfer_immutable before update or delete on ledger_transfer for each row execute function ledger_is_append_only();
create trigger ledger_transfer_no_truncate before truncate on ledger_transfer execute function ledger_is_append_only();

-- updates the cached balances with each inserted transfer, so that no caller can forget it
create function ledger_apply_transfer() returns trigger language plpgsql as $$
begin
  update ledger_balance set amount = amount - new.amount, version = version + 1
    where account_id = new.from_account returning amount into new.from_balance_after;
  update ledger_balance set amount = amount + new.amount, version = version + 1
    where account_id = new.to_account returning amount into new.to_balance_after;
  return new;
end $$;
create trigger ledger_transfer_apply before insert on ledger_transfer for each row execute function ledger_apply_transfer();

create function ledger_tx_has_transfers() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_transfer where tx_id = new.id) then
    raise exception 'ledger transaction % has no transfers', new.id using errcode = 'LG002';
  end if;
  return null;
end $$;
create constraint trigger ledger_tx_not_empty after insert on ledger_tx
  deferrable initially deferred for each row execute function ledger_tx_has_transfers();

create function ledger_account_id(account_code text, customer bigint, money text, live boolean) returns bigint language plpgsql as $$
declare found bigint;
begin
  select id into found from ledger_account
    where code = account_code and customer_id is not distinct from customer and currency = money and livemode = live;
  if found is null then
    insert into ledger_account (code, customer_id, currency, livemode) values (account_code, customer, money, live)
      on conflict on constraint ledger_account_once do nothing returning id into found;
    if found is null then
      select id into strict found from ledger_account
        where code = account_code and customer_id is not distinct from customer and currency = money and livemode = live;
    elsif customer is not null then
      insert into ledger_balance (account_id, may_be_negative) values (found, account_code = 'debt');
    end if;
  end if;
  return found;
end $$;

-- Posts transactions of one customer atomically and skips those that exist. Returns the kinds that it wrote.
-- postings: [{kind, sourceType, sourceId, customerId, currency, livemode, actor, memo, postedAt, transfers: [{from, to, amount}]}]
create function ledger_post(postings jsonb) returns text[] language plpgsql as $$
declare
  posting jsonb;
  tx bigint;
  first bigint;
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
      values (tx, coalesce(first, tx), posting ->> 'kind', posting ->> 'sourceType', posting ->> 'sourceId', posting ->> 'memo', posting ->> 'actor', (posting ->> 'postedAt')::timestamptz)
      on conflict on constraint ledger_tx_once do nothing returning id into tx;
    continue when tx is null;
    first := coalesce(first, tx);
    insert into ledger_transfer (tx_id, from_account, to_account, currency, livemode, amount)
      select tx, ledger_side(posting, t ->> 'from'), ledger_side(posting, t ->> 'to'),
        posting ->> 'currency', (posting ->> 'livemode')::boolean, (t ->> 'amount')::bigint
      from jsonb_array_elements(posting -> 'transfers') t;
    written := written || (posting ->> 'kind');
  end loop;
  return written;
end $$;

-- resolves an account code of a posting: the customer's account for customer codes, otherwise the shop's
create function ledger_side(posting jsonb, code text) returns bigint language sql as $$
  select ledger_account_id(
    code,
    case when code in ('cash', 'reserved', 'bonus', 'disputed', 'debt') then (posting ->> 'customerId')::bigint end,
    posting ->> 'currency',
    (posting ->> 'livemode')::boolean
  )
$$;

-- A customer's balances, locked in the same order as in ledger_post. Volatile: each statement sees the rows committed by then, so a
-- caller that waited for a lock reads current balances.
create function ledger_lock_balances(customer bigint, money text, live boolean)
  returns table (cash bigint, reserved bigint, debt bigint) language plpgsql as $$
begin
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

create view ledger_audit as
select a.id, a.code, a.customer_id, a.currency, a.livemode, b.amount as cached,
  coalesce((select sum(amount) from ledger_transfer where to_account = a.id), 0)
    - coalesce((select sum(amount) from ledger_transfer where from_account = a.id), 0) as summed
from ledger_account a left join ledger_balance b on b.account_id = a.id;
