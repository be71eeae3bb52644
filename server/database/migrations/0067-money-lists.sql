-- The desk lists refunds, disputes, credits and debits of a period, newest first, page by page.
create index refund_created on refund (created_at, id);
create index dispute_created on dispute (created_at, id);
-- a partial index, because credits and debits are a small part of the transactions
create index ledger_tx_adjustments on ledger_tx (posted_at, id) where kind = 'adjustment';
-- automatic refunds: express surcharges of late work
create index refund_by_system on refund (created_at, id) where origin = 'system';
