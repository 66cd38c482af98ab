// What a movetext consists of, told in order to whoever writes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/chess/move.h"
#include "lib/chess/piece.h"
#include "lib/chess/position.h"
#include "lib/notation/uci.h"

namespace arbiter {

// Views and positions live during the call.
struct WrittenMove {
  std::string_view san = {};  // as PGN 8.2.3 has it; "--" for a null move
  std::uint32_t number = 1;
  Color color = Color::White;
  std::optional<Move> move = {};  // nothing: a null move
  const Position* after = nullptr;
};

// All text is UTF-8.
class MovetextSink {
 public:
  MovetextSink() = default;
  MovetextSink(const MovetextSink&) = delete;
  MovetextSink& operator=(const MovetextSink&) = delete;
  virtual ~MovetextSink() = default;

  // First. Null: there is no board, and words stand for the moves.
  virtual void begin(const Position* start) = 0;

  virtual void move(const WrittenMove& move) = 0;
  virtual void word(std::string_view text) = 0;
  virtual void nag(std::uint32_t number) = 0;
  // Without its braces.
  virtual void comment(std::string_view text) = 0;
  // A line that begins with "%".
  virtual void escape(std::string_view line) = 0;
  // Something stands in each variation.
  virtual void start_variation() = 0;
  virtual void end_variation() = 0;
};

// How castling is written in UCI in the whole of a game that begins so.
inline UciCastling castling_in_uci(const Position* start) {
  const bool is_chess960 = start != nullptr && needs_chess960(*start);
  return is_chess960 ? UciCastling::KingTakesRook : UciCastling::KingsSquare;
}

}  // namespace arbiter
