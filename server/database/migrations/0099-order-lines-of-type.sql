-- A customer's orders of a service: without it, a search for one that is rarely ordered reads all lines of the shop.
create index order_line_of_type on order_line (order_type, order_id);
