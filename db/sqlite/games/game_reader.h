// Games of an SQLite file, one by one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "db/model/stored_game.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_text.h"

namespace arbiter::sqlite {

// By number. Throws IoError where their bytes are damaged.
class GameReader {
 public:
  explicit GameReader(const Connection& connection);

  // Nothing where there is no such game or it is deleted. About 5 us.
  std::optional<StoredGame> game(GameId id);

  // The same without names and source, from the row alone: for files whose names are damaged.
  std::optional<StoredGame> nameless_game(GameId id);

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
  std::optional<StoredGame> game_from(Statement& row, GameId id);
  std::vector<Move> moves_of(GameId id, const std::string& start,
                             std::span<const std::uint8_t> bytes) const;

  const Connection& connection_;
  Statement game_;
  Statement nameless_;
  Statement line_;
  GameTextReader texts_;
};

}  // namespace arbiter::sqlite
