#!/bin/sh
# Runs once in the container of a new database: creates the tables' owner and the shop's role, with the passwords of their addresses.
set -e
for role in shop_owner shop; do
  psql -v ON_ERROR_STOP=1 -c "create role $role login password '$(sed 's/.*password=//' "${SECRETS:-/run/secrets}/$role")'"
done
psql -v ON_ERROR_STOP=1 -c 'create database shop owner shop_owner'
