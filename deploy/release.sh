#!/bin/bash
# Builds the source's commit into a folder of its own and switches the shop to it; the shop runs on meanwhile, and restarts from the old one:
#   /opt/shop-source/deploy/release.sh
# Switches back to the release before:
#   /opt/shop-source/deploy/release.sh back
set -euo pipefail
source=${SHOP_SOURCE:-/opt/shop-source}
releases=${SHOP_RELEASES:-/opt/shop-releases}
# the units start the program here: a link to one release
link=${SHOP_LINK:-/opt/shop}
# files of your own, copied over the source's in each release, such as contract/shop.ts
own=${SHOP_OWN:-/etc/shop/own}
settings=${SHOP_SETTINGS:-/var/lib/shop/.env}
units=${SHOP_UNITS:-/etc/systemd/system}
restart=${SHOP_RESTART:-systemctl restart shop}
ready=${SHOP_READY:-curl -fsS -o /dev/null --max-time 2 http://127.0.0.1:3000/api/health/ready}
patience=${SHOP_PATIENCE:-60}

refuse() {
  echo "$1" >&2
  exit 1
}
setting() { [ ! -r "$settings" ] || sed -n "s/^$1=//p" "$settings" | tail -n 1 | tr -d '"'"'"; }

# switches in one step: at every moment the link leads to a whole release
switch_to() {
  ln -sfn "$1" "$link.new"
  mv -T "$link.new" "$link"
}

start_shop() {
  # a first installation has no unit yet
  [ -n "${SHOP_RESTART:-}" ] || [ -e "$units/shop.service" ] || return 0
  $restart || return 1
  for ((tries = 0; tries < patience * 2; tries += 1)); do
    ! $ready 2> /dev/null || return 0
    sleep 0.5
  done
  return 1
}

# what the installed copies lack of the release's files
list_changed() {
  local release=$1 file target
  for file in "$release"/deploy/shop*.service "$release"/deploy/shop*.timer "$release/deploy/Caddyfile" "$release/deploy/shop"; do
    case $file in
      *.service | *.timer) target=$units/${file##*/} ;;
      */Caddyfile) target=${SHOP_CADDYFILE:-/etc/caddy/Caddyfile} ;;
      *) target=${SHOP_COMMAND:-/usr/local/bin/shop} ;;
    esac
    [ -e "$file" ] || continue
    [ -e "$target" ] || continue
    cmp -s "$file" "$target" || echo "$target differs from this release. Compare: diff $target $link/deploy/${file##*/}"
  done
}

[ ! -e "$link" ] || [ -L "$link" ] || refuse "$link is a folder, not a link to a release. Move it: mv $link $source"
old=$(readlink "$link" || true)

if [ "${1:-}" = back ]; then
  previous=$(readlink "$releases/previous" || true)
  [ -d "$previous" ] || refuse 'There is no release to go back to.'
  switch_to "$previous"
  ln -sfn "$old" "$releases/previous"
  start_shop || refuse "The shop runs $previous and isn't ready. If the newer release changed the database, restore the backup from before it. The reason: journalctl -u shop -u shop-migrate -n 20"
  echo "The shop runs $previous again."
  exit 0
fi
[ $# -eq 0 ] || refuse 'Usage: release.sh, or release.sh back'

for program in git node npm; do
  command -v "$program" > /dev/null || refuse "A release needs $program: apt-get install git nodejs npm"
done
[ "$(node -p 'parseInt(process.versions.node) >= 18')" = true ] || refuse "A release needs Node 18 or newer and found $(node --version)."
changed=$(git -C "$source" status --porcelain --untracked-files=no)
[ -z "$changed" ] || refuse "$source has uncommitted changes. Commit them, or move your files to $own: $(echo "$changed" | awk '{ printf "%s ", $2 }')"
PUBLIC_URL=${PUBLIC_URL:-$(setting PUBLIC_URL)}
[ -n "$PUBLIC_URL" ] || refuse "The pages contain the shop's address: set PUBLIC_URL in $settings, or run PUBLIC_URL=https://shop.example.com $0"
# the privacy policy names the language server
LANGUAGETOOL_URL=${LANGUAGETOOL_URL:-$(setting LANGUAGETOOL_URL)}
export PUBLIC_URL LANGUAGETOOL_URL

commit=$(git -C "$source" rev-parse --short=12 HEAD)
new=$releases/$(date -u +%Y%m%dT%H%M%SZ)-$commit
mkdir -p "$releases"
rm -rf "$releases"/*.unfinished
mkdir "$new.unfinished"
git -C "$source" archive HEAD | tar -x -C "$new.unfinished"
[ ! -d "$own" ] || cp -R "$own/." "$new.unfinished/"
(cd "$new.unfinished" && npm ci && npm run build && npm prune --omit=dev) ||
  refuse "The release wasn't built, and the shop runs on as before."
mv "$new.unfinished" "$new"

migrations() { (cd "$1/server/database/migrations" 2> /dev/null && ls) || true; }
if [ -n "$old" ] && [ "$(migrations "$old")" != "$(migrations "$new")" ]; then
  echo 'This release changes the database: going back later means restoring the backup from before it.'
fi
switch_to "$new"
if ! start_shop; then
  [ -n "$old" ] || refuse "The shop isn't ready. The reason: journalctl -u shop -u shop-migrate -n 20"
  journalctl -u shop -u shop-migrate -n 5 -o cat --no-pager 2> /dev/null || true
  switch_to "$old"
  start_shop || refuse "Neither $new nor $old starts: journalctl -u shop -u shop-migrate -n 20. If the release changed the database, mend the reason and run release.sh again, or restore a backup."
  refuse "The new release didn't start, for the reason above, and the shop runs $old again."
fi
[ -z "$old" ] || ln -sfn "$old" "$releases/previous"
list_changed "$new"
# three releases stay, with the one to go back to
find "$releases" -mindepth 1 -maxdepth 1 -type d | sort -r | tail -n +4 | while read -r release; do
  [ "$release" = "$old" ] || rm -rf "$release"
done
echo "The shop runs $new."
