-- The items of a bundle when it was ordered; null for services, and for earlier orders, whose items are in the catalogue.
alter table order_line add column bundle_items jsonb;
