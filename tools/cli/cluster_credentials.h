// Who a cluster believes the user to be, and whom the user believes, from the environment.
#pragma once

namespace arbiter {

// Clusters are asked with the password of ARBITER_CLICKHOUSE_PASSWORD, otherwise with the first
// line of the file that ARBITER_CLICKHOUSE_PASSWORD_FILE names. With TLS the authorities of the
// file that ARBITER_CLICKHOUSE_CA_FILE names are trusted, otherwise those of the system. The
// environment is read when a cluster is opened.
void use_cluster_credentials();

}  // namespace arbiter
