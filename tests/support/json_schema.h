// A validator for JSON Schema 2020-12, as far as the schemas here use it.
#pragma once

#include <string>

#include "tests/support/json.h"

namespace arbiter::testing {

// Returns the first violation with the path to it; empty if the value is valid. Throws if the
// schema has an unsupported keyword.
std::string schema_fault(const Json& value, const Json& schema);

}  // namespace arbiter::testing
