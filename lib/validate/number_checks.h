// Move numbers against the moves that they stand before (PGN 8.2.2).
#pragma once

#include <cstdint>

#include "lib/chess/position.h"
#include "lib/pgn/game_reporter.h"

namespace arbiter::validate {

class NumberChecks {
 public:
  explicit NumberChecks(GameReporter& reporter) : reporter_(reporter) {}

  void start() {
    ahead_ = 0;
    number_ = nullptr;
    is_interrupted_ = true;
    minds_style_ = reporter_.wants(DiagnosticCode::MoveNumberMissing) ||
                   reporter_.wants(DiagnosticCode::MoveNumberDots) ||
                   reporter_.wants(DiagnosticCode::MoveNumberSuperfluous);
  }

  // A number before the next move of `position`.
  void number(const Token& token, const Position& position) {
    number_ = &token;
    const std::int64_t expected = std::int64_t{position.fullmove_number()} + ahead_;
    if (token.number() != expected) [[unlikely]]
      wrong(token, position);
  }

  // A move of `position`, about to be played.
  void move(const Token& token, const Position& position) {
    if (minds_style_) [[unlikely]]
      style(token, position);
  }

  // A comment or the edge of a variation: Black's next move needs its number.
  void interrupt() { is_interrupted_ = true; }

  // What the written numbers exceed the true ones by. A slip in a variation ends with it.
  std::int64_t ahead() const { return ahead_; }
  void go_on_from(std::int64_t ahead) { ahead_ = ahead; }

 private:
  void wrong(const Token& token, const Position& position);
  void style(const Token& token, const Position& position);

  GameReporter& reporter_;
  std::int64_t ahead_ = 0;
  const Token* number_ = nullptr;  // since the last move
  bool is_interrupted_ = true;
  bool minds_style_ = false;
};

}  // namespace arbiter::validate
