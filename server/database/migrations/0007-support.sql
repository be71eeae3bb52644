create table ticket (
  id bigint generated always as identity primary key,
  number text not null constraint ticket_number_once unique,
  customer_id bigint references customer,
  name text not null,
  email text not null,
  email_canonical text not null,
  message text not null,
  created_at timestamptz not null
);
create index ticket_of_customer on ticket (customer_id, id desc);
create index ticket_of_address on ticket (email_canonical, id);

-- solved challenges, so that one solution sends one ticket; deleted when they have expired
create table used_proof (
  hash bytea primary key,
  used_at timestamptz not null
);
