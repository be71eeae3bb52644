-- People who work at the desk. Customers' tables are not touched: staff have their own rows, sessions and cookie (docs/decisions/0036).
-- The built-in roles are those of contract/desk/permissions.ts, written at each start; the owner may add others. '*' is every permission, also of
-- later releases.
create table staff_role (
  key text primary key,
  label text not null,
  permissions text[] not null,
  is_builtin boolean not null default false,
  -- minor units that a person of this role may refund, or credit and debit, without a second person; null: no limit, 0: never alone
  refund_limit bigint,
  adjust_limit bigint,
  constraint staff_role_limits check (coalesce(refund_limit, 0) >= 0 and coalesce(adjust_limit, 0) >= 0)
);
create unique index staff_role_label_once on staff_role (label) where not is_builtin;

create table staff (
  id bigint generated always as identity primary key,
  -- the name that the team sees
  name text not null,
  -- the name that customers see, such as "Maya, editor"; null: "Our team"
  public_name text,
  email text not null,
  email_canonical text not null constraint staff_email_once unique,
  role text not null references staff_role,
  -- the person's own limits; otherwise those of the role
  has_own_limits boolean not null default false,
  refund_limit bigint,
  adjust_limit bigint,
  -- keys without a modifier can be switched off (WCAG 2.1.4)
  single_keys boolean not null default true,
  -- both or neither, because nobody logs in with a password alone
  password_hash text,
  -- AES-256-GCM under a key derived from the session secret
  code_secret bytea,
  -- the newest time step whose code was used, so that each code works once
  code_step bigint,
  created_at timestamptz not null,
  locked_at timestamptz,
  -- the row remains, because the audit log refers to it
  left_at timestamptz,
  constraint staff_code_with_password check ((code_secret is null) = (password_hash is null))
);

create table staff_passkey (
  -- the credential's ID
  id bytea primary key,
  staff_id bigint not null references staff,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  -- synced by its provider: on several devices
  is_synced boolean not null,
  label text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkey_of_staff on staff_passkey (staff_id);

create table staff_recovery_code (
  -- SHA-256 of a code of 120 bits
  hash bytea primary key,
  staff_id bigint not null references staff,
  created_at timestamptz not null,
  used_at timestamptz
);
create index staff_recovery_code_of_staff on staff_recovery_code (staff_id);

create table staff_session (
  id uuid primary key,
  -- SHA-256 of the cookie
  hash bytea not null constraint staff_session_hash_once unique,
  staff_id bigint not null references staff,
  device text not null,
  network inet not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- until then, no further proof is needed
  fresh_until timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text constraint staff_session_end_known
    check (end_reason in ('loggedOut', 'ended', 'locked', 'left', 'factorChanged')),
  constraint staff_session_ended_has_reason check ((ended_at is null) = (end_reason is null))
);
create index staff_session_of_staff on staff_session (staff_id, created_at desc);

-- Links that invite a member of staff, or let one set up a new login: shown once, used once.
create table staff_invitation (
  -- SHA-256 of a code of 160 bits
  hash bytea primary key,
  -- null: a new person
  staff_id bigint references staff,
  role text references staff_role,
  -- as in audit_entry: 'operator:ann', 'staff:12', 'system'
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint staff_invitation_is_for check ((staff_id is null) <> (role is null))
);
create index staff_invitation_of_staff on staff_invitation (staff_id) where staff_id is not null;

-- Challenges that a browser has to sign. Unlogged: after a crash, the browser requests another.
create unlogged table staff_challenge (
  id uuid primary key,
  challenge text not null,
  purpose text not null constraint staff_challenge_purpose check (purpose in ('login', 'proof', 'register')),
  -- the session or the invitation that requested it; null at a login
  asked_by text,
  expires_at timestamptz not null
);
