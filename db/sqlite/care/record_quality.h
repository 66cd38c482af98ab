// Which of several records of one game is the best.
#pragma once

#include <cstdint>
#include <string>

#include "db/model/ids.h"
#include "db/sqlite/care/copy_content.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_text.h"

namespace arbiter::sqlite {

// 24 bytes: of millions at once, where a file has been imported again and again.
struct RecordQuality {
  std::uint64_t content = 0;  // its hash: equal where tags and movetext are
  std::uint32_t number = 0;   // of the game: there are fewer than 2^28
  std::uint32_t findings = 0;
  std::uint16_t plies = 0;
  std::uint16_t tags = 0;         // of CopyContent; 65,535: or more
  std::uint8_t date_parts = 0;    // that are known: year, month, day
  std::uint8_t name_parts = 0;    // of the players: a point for an initial, two for a longer word
  bool is_complete : 1 = true;    // no illegal or unreadable move stops it
  bool is_annotated : 1 = false;  // with comments, variations or marks
  bool has_result : 1 = false;

  GameId game() const { return GameId{number}; }
};

class QualityReader {
 public:
  explicit QualityReader(const Connection& connection);

  // About 25 us.
  RecordQuality of(GameId id);

 private:
  ContentReader contents_;
  Statement findings_;
};

// Whether `a` is the one to keep: it is longer; complete; annotated; its result is known; its date
// is known better; it has more tags; fuller names; fewer findings; it came first. The first
// criterion that differs decides.
bool is_better(const RecordQuality& a, const RecordQuality& b);

// Why, seen from `worse`: "it is 12 half-moves shorter", "it has 2 tags fewer". Precondition:
// is_better(better, worse).
std::string why_worse(const RecordQuality& better, const RecordQuality& worse);

}  // namespace arbiter::sqlite
