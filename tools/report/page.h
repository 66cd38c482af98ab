// A tournament, or any game files, as one HTML page. It needs no network or other files, and its
// tables need no script.
#pragma once

#include <string>

#include "tools/report/report_data.h"

namespace arbiter {

struct PageOptions {
  std::string title = {};  // empty: the event, or the name of the file
  bool has_findings = true;
};

// Returns the page. It depends on the data alone, not on the machine or the time.
std::string page_of(const ReportData& data, const Tally& tally, const PageOptions& options);

}  // namespace arbiter
