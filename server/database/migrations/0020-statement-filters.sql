-- indexes for the statement's filters (in, out), so that other entries aren't read
create index balance_entry_in on balance_entry (customer_id, currency, livemode, id) where amount > 0;
create index balance_entry_out on balance_entry (customer_id, currency, livemode, id) where amount < 0;
