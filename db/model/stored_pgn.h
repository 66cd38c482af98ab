// Converts stored games to PGN.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "db/model/stored_game.h"
#include "lib/diagnostics/sink.h"
#include "lib/export/export_tags.h"
#include "lib/export/game_export.h"
#include "lib/export/game_layout.h"
#include "lib/export/game_shape.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// Writes games one after another with the same storage.
class StoredPgn {
 public:
  // `mark` is that of GameExporter.
  explicit StoredPgn(const GameShape& shape = {}, PositionMark mark = {});
  // Writes games through a layout of the caller.
  explicit StoredPgn(std::unique_ptr<GameLayout> layout);
  StoredPgn(const StoredPgn&) = delete;
  StoredPgn& operator=(const StoredPgn&) = delete;

  // Appends the game in PGN export format, exactly as GameExporter writes it from its source file.
  // `text` is empty or ends with a line break. Throws IoError if the record is damaged. About 50 ns
  // per move, or 100 ns with kept movetext.
  void append(const StoredGame& game, std::string_view record, std::string& text);

  // The number of text pieces that became comments because they could not be parsed as moves.
  std::uint64_t pieces_set_aside() const { return exporter_.tally().unreadable_pieces; }
  // The number of games that end before the first half-move of the shape.
  std::uint64_t emptied_games() const { return exporter_.tally().emptied_games; }

 private:
  void append_plain(const StoredGame& game, std::string_view record, std::string& text);
  void append_with_movetext(const StoredGame& game, std::string_view record, std::string& text);
  void append_source(std::string& text);

  bool is_simple_;  // the shape needs no positions
  MovetextShape shape_;
  ExportTally tally_;
  ExportTags tags_;
  GameExporter exporter_;
  PositionMark mark_;
  CollectingSink sink_{CodeSet()};
  PgnGame game_;
  std::string source_;
};

// Returns the PGN of one game.
std::string pgn_of(const StoredGame& game, std::string_view record);

}  // namespace arbiter
