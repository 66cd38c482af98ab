round_of() { sed -n 's/^\[Round "\(.*\)"\]$/\1/p' "$1"; }
white_of() { sed -n 's/^\[White "\(.*\)"\]$/\1/p' "$1"; }
(
  cd games
  for f in *.pgn; do echo "$(round_of "$f") $(white_of "$f")"; done
) | sort -n
