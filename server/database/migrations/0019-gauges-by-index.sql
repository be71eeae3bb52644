-- indexes for gauges that are scraped every few seconds; gauges that need all balances come from the nightly audit
create index payment_attempt_in_review on payment_attempt (id) where status = 'review';
create index refund_under_way on refund (created_at) where status in ('requested', 'pending');
create index dispute_open on dispute (evidence_due_at) where status in ('inquiry', 'open');
-- [{account, currency, livemode, amount}], in minor units
alter table money_audit add column customer_money jsonb not null default '[]';
