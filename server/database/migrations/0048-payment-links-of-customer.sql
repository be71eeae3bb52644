-- for exporting and erasing a customer's data
create index payment_link_of_customer on payment_link (customer_id);
