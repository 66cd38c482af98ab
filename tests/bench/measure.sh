# Functions of `tests/bench/run` for measuring and writing. Sourced. Needs `scratch`, a folder to write
# into, `runs`, the number of runs, and `arbiter`, the program.

# Debian's folder of games programs.
PATH=$PATH:/usr/games

# The last core that this process may use: the least likely to serve interrupts.
core=$(taskset -cp $$ | grep -oE '[0-9]+$')

# The input files of the measured programs.
input=/dev/null

# cpu COMMAND ARG...: runs a command pinned to one core, and discards its output; prints the milliseconds of
# CPU time. The exit status is ignored, because it only depends on the findings.
cpu() {
  local TIMEFORMAT='%3U %3S' spent
  spent=$({ time taskset -c "$core" "$@" <"$input" &>/dev/null; } 2>&1) || true
  awk '{ printf "%.0f\n", ($1 + $2) * 1000 }' <<<"$spent"
}

# wall COMMAND ARG...: like cpu, but on all cores; prints the elapsed time.
wall() {
  local TIMEFORMAT=%3R spent
  spent=$({ time "$@" <"$input" &>/dev/null; } 2>&1) || true
  awk '{ printf "%.0f\n", $1 * 1000 }' <<<"$spent"
}

# peak COMMAND ARG...: runs a command on all cores; prints its peak memory in MB.
peak() {
  /usr/bin/time --quiet --format=%M --output="$scratch/peak" "$@" <"$input" &>/dev/null || true
  awk '{ printf "%.0f\n", $1 / 1024 }' "$scratch/peak"
}

# count_written: sets `written` to the bytes that programs run by this shell have written so far, by
# write calls.
count_written() {
  local name value
  while read -r name value; do
    [[ $name != wchar: ]] || written=$value
  done <"/proc/$BASHPID/io"
}

# costs COMMAND ARG...: runs a command; sets `cost_seconds` (elapsed time), `cost_cpu` (seconds too) and
# `cost_megabytes`, the data written: log and file.
costs() {
  local TIMEFORMAT='%R %U %S' before written user system
  count_written && before=$written
  { time "${ahead[@]}" "$@" &>/dev/null || true; } 2>"$scratch/spent"
  count_written
  read -r cost_seconds user system <"$scratch/spent"
  cost_cpu=$(calc %.3f "$user + $system")
  cost_megabytes=$(calc %.1f "($written - $before) / 1e6")
}
ahead=()

# urgent_costs COMMAND ARG...: like costs, but with priority over all other programs, if root runs it. For
# commands so short that other programs can wait.
urgent_costs() {
  local ahead=()
  ((EUID != 0)) || ahead=(chrt --fifo 1)
  costs "$@"
}

# median: the median of the numbers on standard input, one per line.
median() {
  sort -n | awk '{ value[NR] = $1 }
    END { print (value[int((NR + 1) / 2)] + value[int((NR + 2) / 2)]) / 2 }'
}

# alternate TIMER: runs the commands in the arrays `a` and `b` alternately, once to warm up and then
# `runs` times. Sets `median_a` and `median_b` to the medians of TIMER (cpu or wall), and `median_ratio`
# to the median of each pair's ratio, first to second: a temporary slowdown of the machine affects both.
alternate() {
  local round
  : >"$scratch/a" >"$scratch/b"
  "$1" "${a[@]}" >/dev/null
  "$1" "${b[@]}" >/dev/null
  for ((round = 0; round < runs; round++)); do
    "$1" "${a[@]}" >>"$scratch/a"
    "$1" "${b[@]}" >>"$scratch/b"
  done
  median_a=$(median <"$scratch/a")
  median_b=$(median <"$scratch/b")
  median_ratio=$(paste "$scratch/a" "$scratch/b" | awk '$2 > 0 { print $1 / $2 }' | median)
}

# calc FORMAT EXPRESSION: arithmetic with fractions; `-` for a division by zero.
calc() { awk "BEGIN { printf \"$1\", $2 }" 2>/dev/null || printf -- -; }

# row CELL...: a line of a Markdown table.
row() {
  printf '|'
  printf ' %s |' "$@"
  echo
}

# head_row CELL...: the head of a table; the first column is text, the others are numbers.
head_row() {
  echo
  row "$@"
  printf '|---|'
  printf -- '--:|%.0s' "${@:2}"
  echo
}

# machine PACKAGE...: describes the machine and the software versions of the figures.
machine() {
  local model versions
  model=$(lscpu | sed -n 's/^Model name: *//p' | head -n 1)
  versions=$(dpkg-query --show --showformat='${Package} ${Version}, ' "$@")
  echo "$(date +%F), ${model:-unknown processor} ($(nproc) cores); $("$arbiter" --version)," \
    "${versions%, }; programs run alternately; all figures, ratios too, are medians of $runs runs."
}

# insert_into FILE [NAME]: writes standard input between the marks NAME (benchmark) in FILE, if it has
# them.
insert_into() {
  local begin="<!-- ${2:-benchmark}:begin -->" end="<!-- ${2:-benchmark}:end -->"
  grep -qxF -- "$begin" "$1" && grep -qxF -- "$end" "$1" || return 0
  awk -v begin="$begin" -v end="$end" '
    FILENAME == "-" { table = table $0 "\n"; next }
    $0 == end { inside = 0 }
    !inside { print }
    $0 == begin { printf "\n%s\n", table; inside = 1 }' - "$1" >"$scratch/inserted"
  cat "$scratch/inserted" >"$1"
}
