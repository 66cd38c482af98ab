// Which of several records of one game is the best.
#pragma once

#include <cstdint>
#include <string>

#include "db/games/game_columns.h"
#include "db/games/game_text.h"
#include "db/model/ids.h"
#include "db/sqlite/connection.h"

namespace arbiter::db::care {

struct RecordQuality {
  GameId game{};
  std::uint16_t plies = 0;
  bool is_complete = true;  // no illegal or unreadable move stops it
  std::string movetext;     // where it is more than moves: comments, variations
  unsigned date_parts = 0;  // that are known: year, month, day
  std::uint32_t tags = 0;   // that say something
  std::uint32_t findings = 0;
};

class QualityReader {
 public:
  QualityReader(const Connection& connection, ColumnReader& columns);

  // About 20 us.
  RecordQuality of(GameId game);

 private:
  ColumnReader& columns_;
  GameTextReader texts_;
  Statement findings_;
};

// Whether `a` is the one to keep: it is longer; complete; annotated; its date is known better;
// it has more tags; fewer findings; it came first. What comes first in this list decides.
bool is_better(const RecordQuality& a, const RecordQuality& b);

// Why, seen from `worse`: "it is 12 half-moves shorter", "it has 2 tags fewer". Precondition:
// is_better(better, worse).
std::string why_worse(const RecordQuality& better, const RecordQuality& worse);

}  // namespace arbiter::db::care
