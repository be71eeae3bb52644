-- what a payout has in it is found by the provider's references of the payments, refunds and disputes
create index provider_entry_about on provider_entry (about) where kind in ('payment', 'refund', 'dispute');
