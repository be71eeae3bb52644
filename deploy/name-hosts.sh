#!/bin/sh
# Puts the addresses of these names into the sets of egress.nft, for a day each; from cron every five minutes:
#   deploy/name-hosts.sh api.stripe.com mail.example.com
set -e
for name in "$@"; do
  getent ahosts "$name" | awk '$2 == "STREAM" { print $1 }' | while read -r address; do
    case $address in *:*) set=hosts6 ;; *) set=hosts4 ;; esac
    # taken out and put in again at once: its day begins anew
    nft "add element inet shop_egress $set { $address }
      delete element inet shop_egress $set { $address }
      add element inet shop_egress $set { $address timeout 1d }"
  done
done
