// A function that reads one text with all code that reads games.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lib/validate/file_validation.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Validates the text with all checks, once with stopping and once with continuing after illegal
// moves. Then reads it with the library, and rewrites it in both forms. Returns the first fault,
// such as uncounted bytes, unsorted findings or disproportionate work; nothing if there is none.
std::optional<std::string> fault_in_reading(std::string_view text, unsigned jobs);

// The parts of fault_in_reading().
std::optional<std::string> fault_in_validation(std::string_view text,
                                               FileValidationOptions options);
std::optional<std::string> fault_in_library(std::string_view text, unsigned jobs);
std::optional<std::string> fault_in_writing(std::string_view text);

}  // namespace arbiter::testing
