// The events of a movetext, in order, for its writer.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/chess/move.h"
#include "lib/chess/piece.h"
#include "lib/chess/position.h"
#include "lib/notation/uci.h"
#include "lib/tags/time_control.h"

namespace arbiter {

// Views and positions live during the call.
struct WrittenMove {
  std::string_view san = {};  // as in PGN 8.2.3; "--" for a null move
  std::uint32_t number = 1;
  Color color = Color::White;
  std::optional<Move> move = {};  // nothing: a null move
  const Position* after = nullptr;
};

// Receives the movetext. All text is UTF-8.
class MovetextSink {
 public:
  virtual ~MovetextSink() = default;

  // The first event. Null: without a board; words replace the moves.
  virtual void begin(const Position* start) = 0;

  virtual void move(const WrittenMove& move) = 0;
  virtual void word(std::string_view text) = 0;
  virtual void nag(std::uint32_t number) = 0;
  // A comment without its braces.
  virtual void comment(std::string_view text) = 0;
  // A line that begins with "%".
  virtual void escape(std::string_view line) = 0;
  // A variation, which is not empty.
  virtual void start_variation() = 0;
  virtual void end_variation() = 0;
};

// Returns the UCI notation of castling for a whole game that begins so.
inline UciCastling castling_in_uci(const Position* start) {
  const bool is_chess960 = start != nullptr && needs_chess960(*start);
  return is_chess960 ? UciCastling::KingTakesRook : UciCastling::KingsSquare;
}

// The values of commands in comments; of several commands of a kind the first that is well formed.
struct CommentValues {
  std::optional<ClockTime> clock = {};    // clk: the time left
  std::optional<ClockTime> elapsed = {};  // emt: used for the move
  std::optional<double> evaluation = {};  // eval: in pawns, good for White above 0
  std::optional<std::int32_t> mate = {};  // eval: moves to mate, for Black below 0
};

// Adds the values in the text of a comment, without its braces.
void add_values(std::string_view comment, CommentValues& values);

}  // namespace arbiter
