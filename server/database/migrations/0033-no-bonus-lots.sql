-- No version wrote these tables. They are dropped only when they are empty.
do $$
begin
  if not exists (select from bonus_lot) then
    drop table bonus_use;
    drop table bonus_lot;
  end if;
end $$;
