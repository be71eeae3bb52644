-- Services whose unassigned lines a person takes, as order types of the catalogue; empty: all.
alter table staff add column order_types integer[] not null default '{}';

-- Networks from which the desk answers; without rows it answers everyone.
create table desk_network (
  network cidr primary key
);
