-- the statement shows what came in or what went out: found without reading what is left out, however much that is
create index balance_entry_in on balance_entry (customer_id, currency, livemode, id) where amount > 0;
create index balance_entry_out on balance_entry (customer_id, currency, livemode, id) where amount < 0;
