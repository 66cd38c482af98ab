// The movetext events that a writer receives, and a filter that removes and adds parts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lib/chess/bitboard.h"
#include "lib/chess/position.h"
#include "lib/export/game_shape.h"
#include "lib/notation/uci.h"
#include "lib/tags/time_control.h"

namespace arbiter {

// Views and positions are valid during the call.
struct WrittenMove {
  std::string_view san = {};  // SAN as in PGN 8.2.3; "--" for a null move
  std::uint32_t number = 1;
  Color color = Color::White;
  std::optional<Move> move = {};  // nothing: a null move
  const Position* after = nullptr;
};

// Receives the movetext. All text is UTF-8.
class MovetextSink {
 public:
  virtual ~MovetextSink() = default;

  // The first event. Without a board, `start` is null, and words replace the moves.
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

// Returns the UCI notation of castling for a game with this initial position; null means the
// standard position. Other Chess960 positions need KingTakesRook in the whole game, as engines
// expect, even with king and rooks on their usual squares.
UciCastling castling_in_uci(const Position* start);

// The values of commands in comments. If a command is repeated, the first well-formed one counts.
struct CommentValues {
  std::optional<ClockTime> clock = {};    // clk: the time left
  std::optional<ClockTime> elapsed = {};  // emt: the time used for the move
  std::optional<double> evaluation = {};  // eval: in pawns, positive if White is better
  std::optional<std::int32_t> mate = {};  // eval: moves to mate, negative if Black mates
};

// Adds the values in the text of a comment, without its braces. These are the values of commands
// or, without commands, an evaluation as TCEC writes it ("d=31, mt=55970, wv=-0.06").
void add_values(std::string_view comment, CommentValues& values);

class MovetextShaper final : public MovetextSink {
 public:
  explicit MovetextShaper(const GameShape& shape);

  // Returns whether the shape changes anything in the movetext.
  bool is_needed() const { return is_needed_; }

  // Starts a game, whose movetext goes to `next`. `mark` is for GamePart::Match.
  void start_game(MovetextSink& next, const PositionMark& mark);
  // Sets GameShape::from_ply for the following games.
  void start_at(std::uint32_t from_ply) { shape_.from_ply = from_ply; }
  // Ends the movetext.
  void end_game();

  // Returns the number of half-moves of the main line passed on in the last game.
  std::uint32_t plies() const;
  // Returns whether the main line ends before the first half-move to write.
  bool is_emptied() const { return read_plies_ > 0 && read_plies_ < shape_.from_ply; }
  // Returns the number of half-moves passed on, in all lines.
  std::uint32_t total_plies() const { return total_plies_; }
  // Returns the initial position to write, if it is not that of the game.
  const std::optional<Position>& new_first() const { return new_first_; }
  // Returns the last position, if Hash or FenEnd is added; nothing without a board.
  const std::optional<Position>& last() const { return last_; }
  // Returns the move that led to last(); nothing if that is the initial position.
  std::optional<Move> last_move() const { return last_move_; }
  // Returns the opening of the whole main line, if Eco or Opening is added; null if unknown.
  const Opening* opening() const { return opening_; }
  // Returns the number of main-line half-moves before the marked position, or before the variation
  // that contains it.
  std::optional<std::uint32_t> marked_ply() const { return marked_ply_; }
  // Returns the label of the marked position; may be empty.
  const std::string& marked_label() const { return marked_label_; }

  void begin(const Position* start) override;
  void move(const WrittenMove& move) override;
  void word(std::string_view text) override;
  void nag(std::uint32_t number) override;
  void comment(std::string_view text) override;
  void escape(std::string_view line) override;
  void start_variation() override;
  void end_variation() override;

 private:
  // Returns whether the current part of the game is not written.
  bool is_hidden() const;
  void begin_at(const Position& first);
  void note_mark(const Position& position);
  void note_opening(const Position& position);
  void flush_pending();

  GameShape shape_;
  bool is_needed_;
  bool has_fen_comments_;
  bool needs_last_;
  bool needs_opening_;
  MovetextSink* next_ = nullptr;
  const PositionMark* mark_ = nullptr;
  bool has_begun_ = false;
  std::size_t depth_ = 0;         // open variations
  std::size_t hidden_ = 0;        // open variations that are not passed on
  std::uint32_t read_plies_ = 0;  // half-moves of the main line so far, passed on or not
  std::optional<Position> new_first_;
  std::optional<Position> last_;
  std::optional<Move> last_move_;
  const Opening* opening_ = nullptr;
  std::uint32_t total_plies_ = 0;
  std::optional<std::uint32_t> marked_ply_;
  std::string marked_label_;
  bool has_pending_mark_ = false;
  std::string pending_fen_;
};

}  // namespace arbiter
