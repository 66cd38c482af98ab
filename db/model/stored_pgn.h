// Games of the database as PGN again.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "db/model/stored_game.h"
#include "lib/export/game_shape.h"

namespace arbiter {

// Writes game after game with the same storage.
class StoredPgn {
 public:
  // `mark` as GameExporter has it.
  explicit StoredPgn(const GameShape& shape = {}, PositionMark mark = {});
  ~StoredPgn();

  // Appends the game in PGN export format, just as GameExporter would write it from the file that
  // it came from. `record` is the game's (GameReader::record); `text` is empty or ends with a line
  // break. Throws IoError where the record is damaged. About 50 ns a move, 100 ns where
  // the movetext was kept.
  void append(const StoredGame& game, std::string_view record, std::string& text);

  // In all games so far: text that stands in comments because it could not be kept as moves.
  std::uint64_t pieces_set_aside() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

// One game.
std::string pgn_of(const StoredGame& game, std::string_view record);

}  // namespace arbiter
