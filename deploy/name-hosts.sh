#!/bin/sh
# Adds the addresses of these names to the sets of egress.nft, each for a day; run it every five minutes from cron:
#   deploy/name-hosts.sh api.stripe.com mail.example.com
set -e
for name in "$@"; do
  getent ahosts "$name" | awk '$2 == "STREAM" { print $1 }' | while read -r address; do
    case $address in *:*) set=hosts6 ;; *) set=hosts4 ;; esac
    # removed and added again in one transaction: its day starts again
    nft "add element inet shop_egress $set { $address }
      delete element inet shop_egress $set { $address }
      add element inet shop_egress $set { $address timeout 1d }"
  done
done
