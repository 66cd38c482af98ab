// The namespaces whose names tests use unqualified.
#pragma once

namespace arbiter::sqlite {}
namespace arbiter::clickhouse {}
namespace arbiter::judge {}

namespace arbiter::testing {
using namespace arbiter;
using namespace sqlite;
}  // namespace arbiter::testing
