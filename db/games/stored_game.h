// A game as it is in the database.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "db/games/game_text.h"
#include "db/model/ending.h"
#include "db/model/game_record.h"
#include "db/model/ids.h"
#include "db/sqlite/connection.h"
#include "lib/chess/move.h"
#include "lib/chess/setup.h"
#include "lib/laws/game_end.h"

namespace arbiter::db::games {

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
  std::string start;  // Shredder-FEN; empty: the usual first position
  std::string source;
  std::uint64_t offset = 0;
  std::uint64_t line = 0;
  std::vector<Move> moves;
};

// What the game's tags may follow from; views of `game`.
RecordColumns columns_of(const StoredGame& game);

// The first position. Throws IoError where the database is damaged.
Setup first_setup(const StoredGame& game);

// Reads games one by one, by number. Throws IoError where their bytes are damaged.
class GameReader {
 public:
  explicit GameReader(const Connection& connection);

  // Nothing where there is no such game or it is deleted. About 5 us.
  std::optional<StoredGame> game(GameId id);

  // Only first position and moves: what a replay needs. About 2 us.
  struct Line {
    std::string start;  // Shredder-FEN; empty: the usual first position
    std::vector<Move> moves;
  };
  std::optional<Line> line(GameId id);

  // The record of game_record.h, as it was imported. Cheap for games one after
  // the other: the last stretch of texts is kept unpacked.
  std::string record(GameId id) { return std::string(texts_.record(id)); }

 private:
  std::vector<Move> moves_of(GameId id, const std::string& start,
                             std::span<const std::uint8_t> bytes) const;

  const Connection& connection_;
  Statement game_;
  Statement line_;
  GameTextReader texts_;
};

}  // namespace arbiter::db::games
