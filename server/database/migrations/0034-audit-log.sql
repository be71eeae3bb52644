-- The operators' audit log, append-only. A deferred trigger numbers and seals an entry at the commit, so that the lock on the chain is always
-- taken last and cannot deadlock with the ledger's locks. Without foreign keys, so that every entry can be written (docs/decisions/0035).
create table audit_entry (
  id bigint generated always as identity primary key,
  -- 1, 2, 3 … without a gap; null until the commit
  place bigint constraint audit_entry_place_once unique,
  at timestamptz not null,
  -- as in order_event: 'operator:ann'
  actor text not null,
  -- the command's name
  action text not null,
  -- 'order R-7K3M-Q2XA', 'customer 812': numbers, never names
  subject text not null,
  -- amounts, states before and after; no personal data
  detail jsonb not null default '{}',
  hash bytea,
  constraint audit_entry_sealed_whole check ((place is null) = (hash is null)),
  -- control characters separate the parts of the hash
  constraint audit_entry_plain check (
    actor !~ '[[:cntrl:]]' and action !~ '[[:cntrl:]]' and subject !~ '[[:cntrl:]]'
  )
);
create index audit_entry_of_subject on audit_entry (subject, id desc);

-- SHA-256 of the previous hash and the entry as text, its parts separated by U+001F.
create function audit_hash(before bytea, e audit_entry, place bigint) returns bytea language sql stable as $$
  select sha256(coalesce(before, '') || convert_to(concat_ws(chr(31), place::text,
    to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.actor, e.action, e.subject, e.detail::text), 'UTF8'))
$$;

-- Runs as the tables' owner, because the shop's role can insert entries but not update them (docs/decisions/0021). The commit rejects an entry
-- that was inserted with a place and a hash, because the seal would change them.
create function audit_seal() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last_place bigint;
  last_hash bytea;
begin
  perform pg_advisory_xact_lock(hashtext('audit_entry'));
  select e.place, e.hash into last_place, last_hash from audit_entry e
    where e.place is not null order by e.place desc limit 1;
  update audit_entry e set place = coalesce(last_place, 0) + 1, hash = audit_hash(last_hash, e, coalesce(last_place, 0) + 1)
    where e.id = new.id;
  return null;
end $$;
create constraint trigger audit_entry_seal after insert on audit_entry
  deferrable initially deferred for each row execute function audit_seal();

create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  -- the seal itself: nothing but place and hash, once
  if tg_op = 'UPDATE' then
    if old.place is null and new.place is not null
      and to_jsonb(old) - '{place,hash}'::text[] = to_jsonb(new) - '{place,hash}'::text[] then
      return new;
    end if;
  end if;
  raise exception 'audit entries are immutable' using errcode = 'AU001';
end $$;
create trigger audit_entry_immutable before update or delete on audit_entry
  for each row execute function audit_is_append_only();
create trigger audit_entry_no_truncate before truncate on audit_entry execute function audit_is_append_only();

-- The newest emailed seal. A comparison shows when entries were cut off the end of the log.
create table audit_anchor (
  place bigint primary key,
  hash bytea not null,
  told_at timestamptz not null
);
