// JSON against a schema of JSON Schema 2020-12, as far as the schemas here use it.
#pragma once

#include <string>

#include "tests/support/json.h"

namespace arbiter::testing {

// What is wrong with the value, with the path to it; empty: nothing. Throws where the schema has a
// keyword that is not known here.
std::string schema_fault(const Json& value, const Json& schema);

}  // namespace arbiter::testing
