#!/usr/bin/env bash
if [[ "$1" == "-h" ]]; then
  cat <<'HELP'
usage: sort.sh FILE
HELP
  exit 0
fi
count=$(grep -c '^\[Event ' "$1")
case $count in
  0) echo "no games" ;;
  1) echo "one game" ;;
  *) echo "$count games" ;;
esac
