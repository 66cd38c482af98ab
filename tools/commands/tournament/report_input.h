// Tournament reports (TRF) from files.
#pragma once

#include <string>
#include <vector>

#include "lib/base/result.h"
#include "lib/tournament/trf.h"

namespace arbiter {

// Whether the file begins as a report does: "012", "001" or another of its records.
bool is_report(const std::string& path);

// The reports in a folder, by name: files that are called .trf, .trfx or .txt and begin as one.
std::vector<std::string> reports_in(const std::string& folder);

// A whole file, packed or not; at most 64 MB. "-" is standard input.
Result<TrfReport> read_report(const std::string& path);

}  // namespace arbiter
