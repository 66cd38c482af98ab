// Findings about the encoding of a whole file.
#pragma once

#include <optional>
#include <vector>

#include "lib/io/text_conversion.h"
#include "lib/validate/file_validation.h"

namespace arbiter {

// Returns the findings that are known before the file is read: it was converted from UTF-16, or
// from HTML.
std::vector<LocatedDiagnostic> findings_before_reading(const TextForm& form);

// Returns the finding at the end of a file whose encoding was guessed.
std::optional<LocatedDiagnostic> finding_after_reading(const TextForm& form,
                                                       const FileTotals& totals);

}  // namespace arbiter
