-- tables of the sandbox provider; the shop uses them only by HTTP
create table sandbox_session (
  ref text primary key,
  idempotency_key text not null constraint sandbox_session_key_once unique,
  -- as received: a repeated key with other bytes is a different request
  request json not null,
  amount bigint not null,
  currency text not null,
  status text not null constraint sandbox_session_status_known check (status in ('open', 'processing', 'paid', 'failed', 'expired', 'canceled')),
  captured_amount bigint not null default 0,
  -- why the last card was declined, for the page
  last_decline text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table sandbox_refund (
  ref text primary key,
  session_ref text not null references sandbox_session,
  -- null for refunds made on the developer's panel
  idempotency_key text constraint sandbox_refund_key_once unique,
  reference text,
  amount bigint not null,
  status text not null constraint sandbox_refund_status_known check (status in ('pending', 'succeeded', 'failed')),
  created_at timestamptz not null
);
create index sandbox_refund_of_session on sandbox_refund (session_ref);
