-- what the nightly audits found, so that whoever watches the shop sees that they run
create table money_audit (
  night date primary key,
  done_at timestamptz not null,
  findings integer not null
);
