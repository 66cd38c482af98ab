// The credentials for clusters, from the environment.
#pragma once

namespace arbiter {

class Console;

// Connects to clusters with the password in ARBITER_CLICKHOUSE_PASSWORD, or in the first line of
// the file named by ARBITER_CLICKHOUSE_PASSWORD_FILE. TLS trusts the authorities in the file named
// by ARBITER_CLICKHOUSE_CA_FILE (default: those of the system). The environment is read when a
// cluster is opened. The first host other than this machine that gets the password without TLS is
// reported on standard error.
void use_cluster_credentials(Console& console);

}  // namespace arbiter
