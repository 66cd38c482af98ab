#!/bin/sh
# Copies the games of a round to the server.
set -eu
folder=${1:?folder expected}
for file in "$folder"/*.pgn; do
  [ -e "$file" ] || continue
  rsync -a "$file" backup@example.org:games/ || exit 1
done
echo "done: $(ls "$folder" | wc -l) files"
