create table customer (
  id bigint generated always as identity primary key,
  email text not null,
  -- NFKC, trimmed, lower case: what makes an address unique
  email_canonical text not null constraint customer_email_once unique,
  first_name text not null,
  last_name text not null,
  country text,
  password_hash text not null,
  email_confirmed_at timestamptz,
  agreed_to_privacy_at timestamptz not null,
  created_at timestamptz not null,
  -- by the operator: logs in like an account that does not exist
  locked_at timestamptz,
  -- what named a person is gone; the row stays, because orders and money hang on it
  erased_at timestamptz
);

-- one refresh token family per login
create table session (
  id uuid primary key,
  customer_id bigint not null references customer,
  remember_me boolean not null,
  -- in words, like "Firefox on Linux"; all that is kept of the browser
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
  -- its answer was taken for lost and another was made; kept, because whoever presents it later took it from somebody
  superseded_at timestamptz
);
create index refresh_token_of_session on refresh_token (session_id);
create index refresh_token_successors on refresh_token (parent_hash);

-- A code sent by letter. The code itself is nowhere: it is computed from the id and a key of the shop's. Unlogged, because
-- a code is no reason to wait for the disk (nor to tell, by waiting, who has an account); after a crash one asks for another.
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

-- the columns rate-limiter-flexible expects (milliseconds as double precision, because it computes with a plain number
-- and this shop reads bigint as BigInt); unlogged, because a count is no reason to wait for the disk:
-- it outlives restarts, and begins anew only after a crash
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire double precision
);
create index rate_limit_expiry on rate_limit (expire);
