-- Closed days of the books: each account's opening balance, postings and closing balance. Customers' accounts are summed by code. Days are
-- those of the operator's time zone, so a change of that zone starts the next day where the last one ended (docs/decisions/0047).
create table day_close (
  day date not null,
  currency text not null,
  livemode boolean not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- {account: minor units}, above zero where the shop owes it; the previous day's closing
  opening jsonb not null,
  -- [{kind, from, to, count, amount, postedOn}]; postedOn: an earlier day, of a posting that was committed after that day was closed
  movements jsonb not null,
  closing jsonb not null,
  -- [{days, customers, amount}]: what customers could spend, by the days since their last transaction; null in closes made later
  idle jsonb,
  -- the newest seal of the audit log at that moment
  audit_place bigint,
  audit_hash text,
  closed_at timestamptz not null,
  primary key (day, currency, livemode),
  constraint day_close_has_length check (starts_at < ends_at)
);
create trigger day_close_immutable before update or delete on day_close for each row execute function ledger_is_append_only();
create trigger day_close_no_truncate before truncate on day_close execute function ledger_is_append_only();

-- who signed off a closed day
create table day_signature (
  day date not null,
  staff_id bigint not null references staff,
  signed_at timestamptz not null,
  note text not null default '',
  primary key (day, staff_id)
);
create trigger day_signature_immutable before update or delete on day_signature for each row execute function ledger_is_append_only();
create trigger day_signature_no_truncate before truncate on day_signature execute function ledger_is_append_only();

-- the accountant's own account numbers, for the journal
create table account_number (
  account text primary key,
  number text not null constraint account_number_short check (length(number) between 1 and 20)
);

-- Transactions of one day, found without reading the rest: rows are only added, so their times follow their places on the disk.
create index ledger_tx_posted on ledger_tx using brin (posted_at) with (pages_per_range = 8);
