// What a validation finds, as records: findings, games, and how often each diagnostic was found.
#pragma once

#include "tools/cli/output/game_text.h"
#include "tools/cli/output/record_writer.h"
#include "tools/cli/output/report.h"
#include "tools/cli/output/tally.h"

namespace arbiter {

RecordDesign<Finding> finding_design();

struct GameOfFile {
  std::string_view file;
  const GameSummary& game;
};

RecordDesign<GameOfFile> game_design();

RecordDesign<DiagnosticCount> count_design();

}  // namespace arbiter
