// Positions of a game, those of its variations among them.
#pragma once

#include <optional>

#include "db/model/position_query.h"
#include "lib/movetext/movetext_reader.h"
#include "lib/notation/piece_letters.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// Looks for a position, game after game with the same storage.
class VariationSearch : public MovetextListener<VariationSearch> {
 public:
  explicit VariationSearch(const std::optional<PieceLetters>& letters)
      : MovetextListener(letters) {}

  // Whether the position occurs somewhere in the game, which begins with `start`.
  bool finds(const PositionQuery& query, const PgnGame& game, const Position& start);

 private:
  friend class MovetextReader<VariationSearch>;

  void played(const Token&, San, Move) { has_found_ = has_found_ || query_->finds(position()); }

  const PositionQuery* query_ = nullptr;
  bool has_found_ = false;
};

}  // namespace arbiter

extern template class arbiter::MovetextReader<arbiter::VariationSearch>;
