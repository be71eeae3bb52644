-- What a bundle contained when it was ordered; null for services, and for orders from before, which go by the catalogue.
alter table order_line add column bundle_items jsonb;
