// A game as it is in the database.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/model/ending.h"
#include "db/model/game_record.h"
#include "db/model/ids.h"
#include "lib/chess/move.h"
#include "lib/chess/setup.h"
#include "lib/laws/game_end.h"

namespace arbiter {

// All text is UTF-8. An empty name is a tag that is missing or empty.
struct StoredGame {
  GameId id{};
  std::string white, black, event, site, round;
  std::uint32_t date = 0;  // yyyymmdd, 0 for what is not known
  std::optional<std::uint16_t> white_elo;
  std::optional<std::uint16_t> black_elo;
  std::uint16_t eco = 0;  // 0: none
  std::uint16_t plies = 0;
  Outcome result = Outcome::Unknown;
  Ending ending = Ending::Unknown;
  std::uint8_t flags = 0;
  std::string opening;            // its name; empty: none of the positions has one
  std::uint16_t opening_eco = 0;  // of that opening
  std::uint16_t opening_ply = 0;  // half-moves to the position that has it
  std::string start;              // Shredder-FEN; empty: the usual first position
  std::string source;
  std::uint64_t offset = 0;
  std::uint64_t line = 0;
  std::vector<Move> moves;
};

// The code of the ECO tag; if there is none, that of the opening as played; 0: none either.
std::uint16_t eco_of(const StoredGame& game);

// What the game's tags may follow from; views of `game`.
RecordColumns columns_of(const StoredGame& game);

// The position that `start` stands for: Shredder-FEN, or empty for the usual one. Nothing where it
// cannot be played, which no game's first position is.
std::optional<Setup> parse_start(const std::string& start);

// The first position. Throws IoError where the database is damaged.
Setup first_setup(const StoredGame& game);

}  // namespace arbiter
