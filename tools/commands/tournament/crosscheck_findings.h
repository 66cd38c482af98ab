// Where the findings of a crosscheck stand: in the report, or in a game.
#pragma once

#include <span>
#include <string>

#include "lib/tournament/crosscheck.h"
#include "lib/validate/file_validation.h"

namespace arbiter {

// What was compared. `files` are those of the games, by EventGame::file.
struct ComparedFiles {
  const std::string& report_name;
  const TrfReport& report;
  std::span<const EventGame> games;
  std::span<const std::string> files;
};

struct FileFinding {
  std::string file;
  LocatedDiagnostic located;
};

// A finding with its line; long lines are shown around the place.
FileFinding finding_in_file(const CrosscheckFinding& finding, const ComparedFiles& compared);

}  // namespace arbiter
