// A validator for JSON Schema 2020-12, for the keywords used by the project's schemas.
#pragma once

#include <string>

#include "tests/support/json.h"

namespace arbiter::testing {

// Returns the first violation with its path, or an empty string if the value is valid. Throws if
// the schema has an unsupported keyword.
std::string schema_fault(const Json& value, const Json& schema);

}  // namespace arbiter::testing
