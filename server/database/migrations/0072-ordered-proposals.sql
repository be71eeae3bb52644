-- The proposal from which a line was ordered. A line of a proposal has an ID, which the cart keeps and the order names (docs/decisions/0050).
alter table order_line add column proposal_id bigint references proposal;
create index order_line_of_proposal on order_line (proposal_id) where proposal_id is not null;
create index proposal_lines on proposal using gin (lines jsonb_path_ops);
