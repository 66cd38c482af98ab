// Credentials for clusters, from the environment.
#pragma once

namespace arbiter {

class Console;

// Sets the credentials for all clusters. The password comes from ARBITER_CLICKHOUSE_PASSWORD, or
// from the first line of the file named by ARBITER_CLICKHOUSE_PASSWORD_FILE. TLS trusts the CA
// certificates in the file named by ARBITER_CLICKHOUSE_CA_FILE (default: those of the system). The
// environment is read when a cluster is opened. If the password is sent to a remote host without
// TLS, the first such host is reported on standard error.
void use_cluster_credentials(Console& console);

}  // namespace arbiter
