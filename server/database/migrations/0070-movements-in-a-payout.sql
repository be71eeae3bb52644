-- for finding the movements of a payout by the provider's references of payments, refunds and disputes
create index provider_entry_about on provider_entry (about) where kind in ('payment', 'refund', 'dispute');
