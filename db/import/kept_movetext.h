// The movetext of a game as the database keeps it: only where the moves do not say it all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lib/export/game_export.h"
#include "lib/notation/piece_letters.h"
#include "lib/pgn/pgn_game.h"
#include "lib/validate/movetext_walk.h"

namespace arbiter {

// Whether the game consists of nothing but numbers, the legal moves of its main
// line in whatever spelling, and one result at its end. About 0.1 us a game.
bool is_plain(const PgnGame& game, const PlayedGame& played);

// Movetext that can be kept in UTF-8: GameExporter makes the same of it, behind the same
// tags, as of the game.
class KeptMovetext {
 public:
  // `letters` as GameExporter has them.
  explicit KeptMovetext(const std::optional<PieceLetters>& letters) : exporter_(letters) {}

  // Views the game's text, or this until the next call. The movetext as it is written; in
  // front of it what else stands among the tags, and damaged tags in comments. Moves in
  // letters other than English ones are translated.
  std::string_view of(const PgnGame& game, const PlayedGame& played);

  // How many pieces of the text GameExporter cannot keep as moves. Asks it only where that may be:
  // see PlayedGame::may_set_aside.
  std::uint64_t pieces_set_aside(const PgnGame& game, const PlayedGame& played);

 private:
  void compose(const PgnGame& game, std::size_t first);
  void translate(const PgnGame& game);

  GameExporter exporter_;
  std::string text_;
  std::string exported_;
};

}  // namespace arbiter
