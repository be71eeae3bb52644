-- By when a revision comes that the customer asked for. Lines that are being revised when this migration runs have none: the shop
-- made them no promise, and shows no date.
alter table order_line add column revise_by date;
