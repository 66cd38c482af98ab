// The password of a cluster, from the environment.
#pragma once

#include "tools/cli/output/namespaces.h"

namespace arbiter::cli {

// Makes clusters ask ARBITER_CLICKHOUSE_PASSWORD, and otherwise the file that
// ARBITER_CLICKHOUSE_PASSWORD_FILE names, when one is opened: its first line is the password.
void use_cluster_password();

}  // namespace arbiter::cli
