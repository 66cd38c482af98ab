// Counts of games as they are printed.
#pragma once

#include <vector>

#include "db/model/game_statistics.h"
#include "tools/cli/output/answer_format.h"
#include "tools/cli/output/console.h"

namespace arbiter {

// Text, Json, Csv or Markdown.
void print_totals(const Totals& totals, AnswerFormat format, Console& console);
void print_groups(const std::vector<StatisticsRow>& groups, GroupBy by, AnswerFormat format,
                  Console& console);

}  // namespace arbiter
