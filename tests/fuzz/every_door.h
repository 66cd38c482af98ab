// One text through all that reads games.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lib/validate/file_validation.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Validates the text with every check on, with illegal moves that stop the replay and with such
// that stand, and writes it anew in both forms. What is wrong with that, such as bytes that nobody
// has counted, findings out of order or far more work than the text is worth; nothing if all is
// well.
std::optional<std::string> fault_behind_doors(std::string_view text, unsigned jobs);

// The two halves of it.
std::optional<std::string> fault_in_validation(std::string_view text,
                                               FileValidationOptions options);
std::optional<std::string> fault_in_writing(std::string_view text);

}  // namespace arbiter::testing
