-- The movements of a provider's balance, as the provider lists them: payments, refunds, disputes, fees and payouts. Each is imported once and never
-- changed; only what is learned later is filled in (docs/decisions/0052).
create table provider_entry (
  provider text not null,
  livemode boolean not null,
  -- the provider's own ID
  id text not null,
  kind text not null constraint provider_entry_kind_known check (kind in ('payment', 'refund', 'dispute', 'payout', 'fee', 'other')),
  -- the provider's own word
  word text not null,
  currency text not null constraint provider_entry_currency_lower check (currency ~ '^[a-z]{3}$'),
  -- above zero where the provider's balance grows; its change is amount less fee
  amount bigint not null,
  fee bigint not null,
  -- the same movement in the currency of the payment; the same as amount where that is the balance's currency
  original_currency text not null constraint provider_entry_original_lower check (original_currency ~ '^[a-z]{3}$'),
  original bigint not null,
  -- the provider's reference of the payment, refund, dispute or payout, and the shop's own, if the provider keeps it
  about text,
  reference uuid,
  created_at timestamptz not null,
  available_on timestamptz not null,
  -- of a payout: when the bank should have it, and whether the provider lists what is in it
  arrives_on timestamptz,
  lists_content boolean not null default false,
  imported_at timestamptz not null,
  -- filled in later: what it belongs to
  attempt_id uuid references payment_attempt,
  refund_id uuid references refund,
  dispute_id bigint references dispute,
  -- when it was booked as unexplained
  unexplained_at timestamptz,
  -- the payout in which its money was; of a payout, when its content was read
  payout_ref text,
  content_read_at timestamptz,
  primary key (provider, livemode, id),
  constraint provider_entry_one_owner check (num_nonnulls(attempt_id, refund_id, dispute_id) <= 1)
);
-- movements whose owner isn't known yet
create index provider_entry_open on provider_entry (imported_at)
  where kind in ('payment', 'refund', 'dispute') and attempt_id is null and refund_id is null and dispute_id is null;
create index provider_entry_unexplained on provider_entry (created_at) where unexplained_at is not null;
create index provider_entry_payout on provider_entry (created_at) where kind = 'payout';
create index provider_entry_of_attempt on provider_entry (attempt_id) where attempt_id is not null;
create index provider_entry_of_refund on provider_entry (refund_id) where refund_id is not null;
create index provider_entry_of_dispute on provider_entry (dispute_id) where dispute_id is not null;
create index provider_entry_about_payout on provider_entry (about) where kind = 'payout';
create index provider_entry_created on provider_entry (created_at, provider, livemode, id);

create function provider_entry_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (to_jsonb(new) - array['attempt_id', 'refund_id', 'dispute_id', 'unexplained_at', 'payout_ref', 'content_read_at'])
        = (to_jsonb(old) - array['attempt_id', 'refund_id', 'dispute_id', 'unexplained_at', 'payout_ref', 'content_read_at'])
      and (old.attempt_id is null or new.attempt_id = old.attempt_id) and (old.refund_id is null or new.refund_id = old.refund_id)
      and (old.dispute_id is null or new.dispute_id = old.dispute_id)
      and (old.unexplained_at is null or new.unexplained_at = old.unexplained_at)
      and (old.payout_ref is null or new.payout_ref = old.payout_ref)
      and (old.content_read_at is null or new.content_read_at = old.content_read_at)
    then
      return new;
    end if;
  end if;
  raise exception 'a provider''s movements are immutable' using errcode = 'LG001';
end $$;
create trigger provider_entry_immutable before update or delete on provider_entry for each row execute function provider_entry_is_append_only();
create trigger provider_entry_no_truncate before truncate on provider_entry execute function ledger_is_append_only();

-- how far each provider's movements are imported
create table provider_import (
  provider text not null,
  livemode boolean not null,
  -- the import in progress: when it began, the time from which it reads, and the last movement that it has read
  began_at timestamptz,
  since timestamptz,
  after text,
  -- everything that happened before is imported
  complete_to timestamptz,
  -- why the last import read nothing
  failure text,
  primary key (provider, livemode)
);

-- The newest comparison of what a provider holds: in the books, and by its own movements. Minor units.
create table provider_tie (
  provider text not null,
  livemode boolean not null,
  currency text not null,
  checked_at timestamptz not null,
  booked bigint not null,
  held bigint not null,
  -- the difference: booked, but no movement yet; moved, but not booked yet; and anything else
  not_imported bigint not null,
  not_booked bigint not null,
  other bigint not null,
  primary key (provider, livemode, currency)
);

-- for finding a refund or dispute by the provider's reference
create index refund_provider_ref on refund (provider_ref) where provider_ref is not null;

alter table ledger_account drop constraint ledger_account_code_known;
alter table ledger_account add constraint ledger_account_code_known check (
  code in ('cash', 'reserved', 'bonus', 'disputed', 'debt')
  or code in ('unearned', 'revenue', 'refunds_pending', 'dispute_receivable', 'chargeback_loss', 'provider_fee', 'promo_expense', 'suspense', 'bank', 'exchange')
  or code like 'clearing:_%'
);
alter table ledger_tx drop constraint ledger_tx_kind_known;
alter table ledger_tx add constraint ledger_tx_kind_known check (kind in (
  'reserve', 'release', 'capture', 'order_paid', 'earned', 'debt_repaid', 'refund_to_balance', 'refund_start', 'refund_succeeded',
  'refund_failed', 'provider_refund', 'dispute_withdrawn', 'dispute_reinstated', 'dispute_lost', 'adjustment',
  'provider_fee', 'payout', 'payout_returned', 'unexplained', 'explained', 'exchanged_from', 'exchanged_to'
));
