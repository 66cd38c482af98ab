// Checks of the notation of legal moves, move numbers and NAGs.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/chess/position.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/laws/wording.h"
#include "lib/notation/loose_move.h"
#include "lib/notation/san.h"
#include "lib/pgn/game_reporter.h"

namespace arbiter {

struct MarkFault {
  DiagnosticCode code;
  std::string_view sentence;
};

// Returns the fault of the check mark `written` after a move whose correct mark is `due`.
// Precondition: they differ.
MarkFault mark_fault(CheckMark written, CheckMark due);

// A move as written, and the position before it.
struct RemarkedMove {
  std::string_view text;
  const Position& before;
  std::optional<std::uint32_t> ply;
};

// Returns a remark about a move: the sentence, prefixed with "12. Nf3: ".
Remark remark_on(const RemarkedMove& move, const Sentence& sentence);

// A legal move as written.
struct PlayedSan {
  const Token& token;
  const San& san;
  const SanResolution& resolution;
  const Position& before;
  std::optional<std::uint32_t> ply;
};

// Reports each deviation of the move from PGN 8.2.3.
void report_spelling(GameReporter& reporter, const PlayedSan& move);

// Returns the diagnostic of a move in loose spelling.
DiagnosticCode code_of(SpellingDeviation deviation);

// Returns the fault of the spelling as a clause.
std::string_view sentence_of(SpellingDeviation deviation);

SpellingDeviations without(SpellingDeviations all, SpellingDeviation deviation);

// Checks move numbers against the moves that follow them (PGN 8.2.2).
class NumberChecks {
 public:
  explicit NumberChecks(GameReporter& reporter) : reporter_(reporter) {}

  // The difference between the written numbers and the correct numbers.
  struct Offsets {
    std::int64_t believed = 0;  // offset confirmed by two consecutive numbers
    std::int64_t last = 0;      // offset of the last number
  };

  void start() {
    offsets_ = {};
    number_ = nullptr;
    is_interrupted_ = true;
    minds_style_ = reporter_.wants(DiagnosticCode::MoveNumberMissing) ||
                   reporter_.wants(DiagnosticCode::MoveNumberDots) ||
                   reporter_.wants(DiagnosticCode::MoveNumberSuperfluous);
  }

  // Checks a number before the next move of `position`.
  void number(const Token& token, const Position& position) {
    number_ = &token;
    if (token.number() != position.fullmove_number() || offsets_.last != 0) [[unlikely]]
      compare(token, position);
  }

  // Checks the numbering of a move that is about to be played. Does nothing unless minds_style().
  void move(const Token& token, const Position& position) {
    if (minds_style_) style(token, position);
  }
  bool minds_style() const { return minds_style_; }

  // Called at a comment or the start or end of a variation, after which Black's move needs a
  // number.
  void interrupt() { is_interrupted_ = true; }

  // Saved by callers around variations, because numbering errors in a variation end with it.
  const Offsets& offsets() const { return offsets_; }
  void go_on_from(const Offsets& offsets) { offsets_ = offsets; }

 private:
  void compare(const Token& token, const Position& position);
  void wrong(const Token& token, const Position& position);
  void style(const Token& token, const Position& position);

  GameReporter& reporter_;
  Offsets offsets_;
  const Token* number_ = nullptr;  // the number since the last move, if any
  bool is_interrupted_ = true;
  bool minds_style_ = false;
};

// Checks the NAG at the token `index` (PGN 8.2.4, 10): whether it is defined, follows a move, and
// is not a duplicate. A NAG after "(" or at the start does not belong to a move; one after a
// comment does.
void check_nag(GameReporter& reporter, std::uint32_t index);

}  // namespace arbiter
