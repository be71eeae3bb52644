-- Lines that the team puts together for a customer, who sees their price and date in the cart, agrees and pays (docs/decisions/0050).
create table proposal (
  id bigint generated always as identity primary key,
  -- SHA-256 of the token in the link
  token_hash bytea not null constraint proposal_token_once unique,
  -- the conversation in which it was made: of an order, or of a contact form's ticket
  order_id bigint references customer_order,
  ticket_id bigint references ticket,
  -- [{id, orderType, title, details}], as the order form accepted them; emptied when the customer's data is erased
  lines jsonb not null,
  made_by bigint not null references staff,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  -- when it was first opened
  opened_at timestamptz,
  withdrawn_at timestamptz,
  constraint proposal_has_place check (num_nonnulls(order_id, ticket_id) = 1),
  constraint proposal_expires_later check (expires_at > made_at)
);
create index proposal_of_order on proposal (order_id, id) where order_id is not null;
create index proposal_of_ticket on proposal (ticket_id, id) where ticket_id is not null;
create index proposal_expiry on proposal (expires_at);
