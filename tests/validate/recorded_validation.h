// Functions that record the output of validate_file().
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lib/validate/file_validation.h"
#include "tests/pgn/portion_source.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns one line with all fields.
std::string to_text(const LocatedDiagnostic& finding);
std::string to_text(const GameSummary& game);

struct RecordedValidation {
  std::vector<std::string> findings;
  std::vector<std::string> games;
  FileTotals totals;
};

// Returns options with every diagnostic and check enabled.
FileValidationOptions all_checks(unsigned jobs = 1);

RecordedValidation record_validation(ByteSource& source, const FileValidationOptions& options);

// Like record_validation(), but reads the text in one piece, using only PgnReader and Validator.
RecordedValidation record_whole(std::string_view text, const FileValidationOptions& options);

}  // namespace arbiter::testing
