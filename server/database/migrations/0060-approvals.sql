-- Money above a person's own limit waits for another person (docs/decisions/0046). The database refuses that both are the same.
create table approval (
  id bigint generated always as identity primary key,
  -- from the form, so that a repeated request asks once
  request_id uuid not null constraint approval_request_once unique,
  kind text not null constraint approval_kind_known check (kind in ('refund', 'adjustment')),
  -- what will be carried out, beside the amount and the reason: {number, way} of a refund, {direction} of an adjustment
  request jsonb not null,
  customer_id bigint not null references customer,
  -- as in the audit log: 'order R-7K3M-Q2XA', 'customer 812'
  subject text not null,
  -- minor units
  amount bigint not null constraint approval_amount_positive check (amount > 0),
  currency text not null,
  -- the customer sees it
  reason text not null,
  -- only staff see it; emptied when the customer's data is erased
  note text not null default '',
  asked_by bigint not null references staff,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null default 'waiting' constraint approval_status_known
    check (status in ('waiting', 'done', 'declined', 'failed', 'expired', 'withdrawn')),
  decided_by bigint references staff,
  decided_at timestamptz,
  -- the note of who declined; why it failed
  decision text not null default '',
  -- self-approved, because nobody else could approve
  is_alone boolean not null default false,
  -- what it became in the ledger: the source of an adjustment
  effect text,
  constraint approval_by_another check (decided_by is null or status = 'withdrawn' or is_alone or decided_by <> asked_by),
  constraint approval_withdrawn_by_asker check (status <> 'withdrawn' or decided_by = asked_by),
  constraint approval_decided check ((status in ('done', 'declined', 'failed', 'withdrawn')) = (decided_by is not null)),
  constraint approval_ended check ((status = 'waiting') = (decided_at is null))
);
create index approval_waiting on approval (asked_at, id) where status = 'waiting';
create index approval_of_subject on approval (subject, id desc);
create index approval_of_customer on approval (customer_id);
create index approval_of_effect on approval (effect) where effect is not null;

-- A request is decided once and never changed. Self-approval is possible only while nobody else who is active may approve.
create function approval_is_decided_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(old) - '{note}'::text[] = to_jsonb(new) - '{note}'::text[] and new.note = '' then
      return new;
    end if;
    if old.status = 'waiting' and new.status <> 'waiting' and to_jsonb(old) - '{status,decided_by,decided_at,decision,is_alone,effect}'::text[]
      = to_jsonb(new) - '{status,decided_by,decided_at,decision,is_alone,effect}'::text[] then
      if new.is_alone and (new.decided_by is distinct from new.asked_by or exists (
        select from staff s join staff_role r on r.key = s.role
        where s.id <> new.asked_by and s.locked_at is null and s.left_at is null and r.permissions && '{*,money.approve}'
      )) then
        raise exception 'somebody else may approve' using errcode = '23514', constraint = 'approval_by_another';
      end if;
      return new;
    end if;
  end if;
  raise exception 'approvals are decided once' using errcode = 'AU001';
end $$;
create trigger approval_decided_once before update or delete on approval for each row execute function approval_is_decided_once();
create trigger approval_no_truncate before truncate on approval execute function approval_is_decided_once();

alter table refund add column approval_id bigint references approval;
create index refund_of_approval on refund (approval_id) where approval_id is not null;
