// Which of several records of one game is the best.
#pragma once

#include <cstdint>
#include <string>

#include "db/model/ids.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_text.h"

namespace arbiter::sqlite {

// 24 bytes: of millions at once, where a file has been imported again and again.
struct RecordQuality {
  std::uint64_t movetext = 0;  // a hash of it where it is more than moves: comments, variations
  std::uint32_t number = 0;    // of the game: there are fewer than 2^28
  std::uint32_t findings = 0;
  std::uint16_t plies = 0;
  std::uint16_t tags = 0;       // that say something; 65,535: or more
  std::uint8_t date_parts = 0;  // that are known: year, month, day
  bool is_complete = true;      // no illegal or unreadable move stops it

  GameId game() const { return GameId{number}; }
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

}  // namespace arbiter::sqlite
