-- a customer's deposits, for their page at the desk and for erasing their data
create index deposit_of_customer on deposit (customer_id);
