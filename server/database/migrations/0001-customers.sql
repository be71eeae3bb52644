create table customer (
  id bigint generated always as identity primary key,
  email text not null,
  -- the unique form of an address: NFKC, trimmed, lower case
  email_canonical text not null constraint customer_email_once unique,
  first_name text not null,
  last_name text not null,
  country text,
  password_hash text not null,
  email_confirmed_at timestamptz,
  agreed_to_privacy_at timestamptz not null,
  created_at timestamptz not null,
  -- when the operator locked the account; a login then fails like one of an unknown account
  locked_at timestamptz,
  -- when personal data was erased; the row remains, because orders and ledger accounts refer to it
  erased_at timestamptz
);

-- one refresh token family per login
create table session (
  id uuid primary key,
  customer_id bigint not null references customer,
  remember_me boolean not null,
  -- such as "Firefox on Linux"; nothing else about the browser is stored
  device text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text constraint session_end_reason_known check (end_reason in 
    ('logout', 'reuse', 'passwordChange', 'loggedOutEverywhere', 'locked', 'erased')),
  constraint session_ended_has_reason check ((ended_at is null) = (end_reason is null))
);
create index session_of_customer on session (customer_id);

create table refresh_token (
  -- SHA-256 of the token; the token itself is never stored
  hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  parent_hash bytea references refresh_token on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- set when a second successor replaced this unused token; the row remains, because a later use means theft
  superseded_at timestamptz
);
create index refresh_token_of_session on refresh_token (session_id);
create index refresh_token_successors on refresh_token (parent_hash);

-- Emailed codes. The code isn't stored: it is derived from the id and a secret of the shop. Unlogged: the commit doesn't wait for the
-- disk, which would reveal known addresses by time, and a code that a crash loses is requested again.
create unlogged table email_code (
  id uuid primary key,
  customer_id bigint not null references customer on delete cascade,
  purpose text not null constraint email_code_purpose_known check (purpose in ('confirmEmail', 'resetPassword')),
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_code_newest on email_code (customer_id, purpose, created_at desc);

-- the columns that rate-limiter-flexible expects; milliseconds as double precision, because it computes with a number and this shop
-- reads bigint as BigInt. Unlogged, so that a count doesn't wait for the disk: only a crash resets it.
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire double precision
);
create index rate_limit_expiry on rate_limit (expire);
