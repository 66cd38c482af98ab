// What is left of a movetext, and what is added to it, on its way to whoever writes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lib/export/game_shape.h"
#include "lib/export/movetext_sink.h"

namespace arbiter {

class MovetextShaper final : public MovetextSink {
 public:
  explicit MovetextShaper(const GameShape& shape);

  // Whether the shape asks for anything that is done here.
  bool is_needed() const { return is_needed_; }

  // The movetext that comes is another game's, and goes to `next`. `mark` is for GamePart::Match.
  void start_game(MovetextSink& next, const PositionMark& mark);
  // After the last of it.
  void end_game();

  // Of the main line of the last game, as it was passed on.
  std::uint32_t plies() const;
  // Where it begins, if that is not where the game began.
  const std::optional<Position>& new_first() const { return new_first_; }
  // Its last position, if Hash or FenEnd is added; nothing without a board.
  const std::optional<Position>& last() const { return last_; }
  // Of the whole main line, if Eco or Opening is added; null: it has none.
  const Opening* opening() const { return opening_; }
  // How many half-moves of the main line lead to what is marked, or to the variation that has it.
  std::optional<std::uint32_t> marked_ply() const { return marked_ply_; }

  void begin(const Position* start) override;
  void move(const WrittenMove& move) override;
  void word(std::string_view text) override;
  void nag(std::uint32_t number) override;
  void comment(std::string_view text) override;
  void escape(std::string_view line) override;
  void start_variation() override;
  void end_variation() override;

 private:
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
  std::size_t depth_ = 0;         // variations that are open
  std::size_t hidden_ = 0;        // of them: open and not passed on
  std::uint32_t read_plies_ = 0;  // of the main line, passed on or not
  std::optional<Position> new_first_;
  std::optional<Position> last_;
  const Opening* opening_ = nullptr;
  std::optional<std::uint32_t> marked_ply_;
  bool has_pending_mark_ = false;
  std::string pending_fen_;
};

}  // namespace arbiter
