-- Each act of staff is admitted before its transaction, by the person's role and limits at that time. The act's audit entry checks again in
-- the transaction, so that nothing takes effect after the person was locked or lost permissions (docs/decisions/0057).

-- What an active person may do in an active session, as one text; null where they may do nothing.
create function staff_admission(session uuid) returns text language sql stable as $$
  select md5(concat_ws(chr(31), array_to_string(array(select unnest(r.permissions) order by 1), ' '),
    case when t.has_own_limits then t.refund_limit else r.refund_limit end is null,
    case when t.has_own_limits then t.refund_limit else r.refund_limit end,
    case when t.has_own_limits then t.adjust_limit else r.adjust_limit end is null,
    case when t.has_own_limits then t.adjust_limit else r.adjust_limit end,
    array_to_string(t.order_types, ' ')))
  from staff_session s join staff t on t.id = s.staff_id join staff_role r on r.key = t.role
  where s.id = session and s.ended_at is null and t.locked_at is null and t.left_at is null
$$;

-- Waits for changes of the team, which hold this lock exclusively, then compares. Volatile, so that it sees rows that they committed.
create function staff_still_admitted(session uuid, admission text) returns boolean language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('staff'));
  if staff_admission(session) is distinct from admission then
    raise exception 'this person may no longer act' using errcode = 'ST001';
  end if;
  return true;
end $$;
