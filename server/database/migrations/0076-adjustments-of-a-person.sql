-- For the sum of a person's credits and debits over all customers, which has a limit of its own (docs/decisions/0062).
create index audit_entry_of_adjustments on audit_entry (actor, at) where action in ('credit', 'debit');
