-- for reading a customer's balances; the unique key begins with the code
create index ledger_account_of_customer on ledger_account (customer_id) where customer_id is not null;
