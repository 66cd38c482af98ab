# Functions of `tests/bench/cluster` and `tests/bench/scale`, which tests/cluster/with_cluster runs again
# with servers. Sourced. Needs `name`, the name of the cluster's database.

# build_cluster_tools TARGET...: installs the servers, builds the program, unless ARBITER_BINARY names it,
# and with_cluster; sets `with_cluster` to its path.
build_cluster_tools() {
  "$root/tests/cluster/install"
  if [[ -z ${ARBITER_BINARY:-} ]]; then build_arbiter && export ARBITER_BINARY=$arbiter; fi
  build "${progress[@]}" //tests/cluster:with_cluster "$@"
  with_cluster=$root/.bazel/bin/tests/cluster/with_cluster
}

# The CPU time of the servers so far.
server_seconds() {
  local process sum=0
  for process in $CLUSTER_PIDS; do
    sum=$(awk -v sum="$sum" -v tick="$(getconf CLK_TCK)" \
      '{ sub(/.*\) /, ""); print sum + ($12 + $13) / tick }' "/proc/$process/stat")
  done
  echo "$sum"
}

# ask HOST SQL: prints the response of a server.
ask() { curl -fsS "http://$1/" --data-binary "$2"; }

# ask_all SQL: the sum of the responses of all servers.
ask_all() {
  local host
  for host in ${CLUSTER_HOSTS//,/ }; do ask "$host" "$1"; done |
    awk '{ sum += $1 } END { printf "%.15g\n", sum }'
}

wait_for_merges() { until [[ $(ask_all "SELECT count() FROM system.merges") == 0 ]]; do sleep 1; done; }

# bytes_of CONDITION: the disk space of the shards' tables.
bytes_of() {
  ask_all "SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database LIKE '$name%' $1"
}

# rows_of TABLE: the number of its rows in all shards.
rows_of() {
  ask_all "SELECT sum(rows) FROM system.parts
    WHERE active AND database LIKE '$name%' AND table = '$1'"
}
