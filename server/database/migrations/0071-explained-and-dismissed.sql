-- Explanations by people of movements that match nothing in the shop (docs/decisions/0054).
alter table provider_entry
  add column explained_as text constraint provider_entry_explained_known check (explained_as in ('fee', 'bank', 'owner', 'other')),
  add column explained_by bigint references staff,
  add column explained_at timestamptz,
  add column explanation text not null default '',
  add constraint provider_entry_explained_whole check (num_nonnulls(explained_as, explained_by, explained_at) in (0, 3)),
  -- only what is booked as unexplained can be explained
  add constraint provider_entry_explained_after check (explained_at is null or unexplained_at is not null),
  add constraint provider_entry_other_has_note check (explained_as <> 'other' or explanation <> '');
create index provider_entry_explained on provider_entry (explained_at) where explained_at is not null;
drop index provider_entry_unexplained;
create index provider_entry_to_explain on provider_entry (created_at) where unexplained_at is not null and explained_at is null;

create or replace function provider_entry_is_append_only() returns trigger language plpgsql as $$
declare
  -- what is learned later, each once
  later constant text[] := array['attempt_id', 'refund_id', 'dispute_id', 'unexplained_at', 'payout_ref', 'content_read_at',
    'explained_as', 'explained_by', 'explained_at', 'explanation'];
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - later = to_jsonb(old) - later
      and (old.attempt_id is null or new.attempt_id = old.attempt_id) and (old.refund_id is null or new.refund_id = old.refund_id)
      and (old.dispute_id is null or new.dispute_id = old.dispute_id)
      and (old.unexplained_at is null or new.unexplained_at = old.unexplained_at)
      and (old.payout_ref is null or new.payout_ref = old.payout_ref)
      and (old.content_read_at is null or new.content_read_at = old.content_read_at)
      and (old.explained_at is null or (new.explained_as, new.explained_by, new.explained_at, new.explanation)
        = (old.explained_as, old.explained_by, old.explained_at, old.explanation))
    then
      return new;
    end if;
  end if;
  raise exception 'a provider''s movements are immutable' using errcode = 'LG001';
end $$;

alter table ledger_account drop constraint ledger_account_code_known;
alter table ledger_account add constraint ledger_account_code_known check (
  code in ('cash', 'reserved', 'bonus', 'disputed', 'debt')
  or code in ('unearned', 'revenue', 'refunds_pending', 'dispute_receivable', 'chargeback_loss', 'provider_fee', 'promo_expense', 'suspense', 'bank',
    'exchange', 'owner', 'other')
  or code like 'clearing:_%'
);
alter table ledger_tx drop constraint ledger_tx_kind_known;
alter table ledger_tx add constraint ledger_tx_kind_known check (kind in (
  'reserve', 'release', 'capture', 'order_paid', 'earned', 'debt_repaid', 'refund_to_balance', 'refund_start', 'refund_succeeded',
  'refund_failed', 'provider_refund', 'dispute_withdrawn', 'dispute_reinstated', 'dispute_lost', 'adjustment',
  'provider_fee', 'payout', 'payout_returned', 'unexplained', 'explained', 'exchanged_from', 'exchanged_to',
  'explained_by_staff', 'explanation_undone'
));

-- People dismiss a webhook event about a payment that the shop doesn't know. It comes back when the shop learns of the payment.
alter table provider_notice
  add column dismissed_by bigint references staff,
  add column dismissed_at timestamptz,
  add column dismissal text,
  add constraint provider_notice_dismissed_whole check (num_nonnulls(dismissed_by, dismissed_at, dismissal) in (0, 3));
create index provider_notice_dismissed on provider_notice (dismissed_at) where dismissed_at is not null;
