-- What a person credited and debited, over all customers: the limit has a second sum (docs/decisions/0062).
create index audit_entry_of_adjustments on audit_entry (actor, at) where action in ('credit', 'debit');
