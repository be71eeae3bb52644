-- A customer's new address, stored with the code that was sent to it until the customer enters the code.
alter table email_code add column new_email text,
  drop constraint email_code_purpose_known,
  add constraint email_code_purpose_known check (purpose in ('confirmEmail', 'resetPassword', 'changeEmail')),
  add constraint email_code_has_new_email check ((purpose = 'changeEmail') = (new_email is not null));

alter table session drop constraint session_end_reason_known,
  add constraint session_end_reason_known check (end_reason in
    ('logout', 'reuse', 'passwordChange', 'emailChange', 'loggedOutEverywhere', 'locked', 'erased'));

-- The addresses that an account had before. The shop warns the last one, and can return an account whose address a thief has changed.
create table former_email (
  id uuid primary key,
  customer_id bigint not null references customer,
  email text not null,
  email_canonical text not null,
  -- as in customer: emails to an address that nobody confirmed have a limit and no name
  is_confirmed boolean not null,
  replaced_at timestamptz not null
);
create index former_email_of_customer on former_email (customer_id, replaced_at);
create index former_email_by_address on former_email (email_canonical, replaced_at);
