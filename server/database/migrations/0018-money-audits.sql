-- results of the nightly audits, for the metrics that show that they run
create table money_audit (
  night date primary key,
  done_at timestamptz not null,
  findings integer not null
);
