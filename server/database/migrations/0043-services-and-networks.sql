-- Order types of the services whose unassigned lines a person gets; empty: all.
alter table staff add column order_types integer[] not null default '{}';

-- Networks from which the desk can be reached; without rows, from anywhere.
create table desk_network (
  network cidr primary key
);
