#include "lib/laws/origin/origin_pawns.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "lib/chess/attacks.h"
#include "lib/laws/origin/origin_men.h"
#include "lib/laws/origin/pawn_origins.h"
#include "lib/laws/wording.h"

namespace arbiter {
namespace {

constexpr Color kColors[] = {Color::White, Color::Black};

// Men of `color` that were captured on the square where they began, out of the
// reach of pawns: on each neighbouring square a pawn has stood all the time.
int captured_at_home(const Board& board, Color color, const FirstMen& first) {
  int count = 0;
  for (const FirstMan& man : first.of(color)) {
    if (!man.home.has_one() || man.reach != man.home) continue;
    const Square home = man.home.first();
    if (board.has(home, Piece(color, man.role))) continue;
    if ((pawn_attacks(color, home) & ~first.unmoved).is_empty()) ++count;
  }
  return count;
}

// The pawns of one side, with those promoted, and the men that they can have captured.
class PawnsOf {
 public:
  PawnsOf(const Board& board, Color color, const FirstMen& first)
      : color_(color), promoted_(least_promoted(board, color, first)) {
    for (const Square square : board.of(color, Role::Pawn)) squares_.push_back(square);
    lost_ = 16 - board.of(other(color)).count();
    out_of_reach_ = captured_at_home(board, other(color), first);
  }

  // What flaws_of_men() reports already makes the rest meaningless.
  bool is_countable() const {
    return squares_.size() + static_cast<std::size_t>(promoted_) <= 8 && lost_ >= 0;
  }

  // `barred`: files where a pawn of the other side has stood all the time, so that
  // nobody is promoted without leaving them.
  std::optional<PawnAssignment> fewest(Bitboard barred) const {
    return fewest_captures(costs(barred));
  }

  int available() const { return lost_ - out_of_reach_; }

  // The pawns that have certainly never captured: if they had, more captures would
  // be needed than there were. Precondition: fewest() is something.
  Bitboard never_captured(Bitboard barred) const {
    Bitboard pure;
    std::vector<PawnCosts> men = costs(barred);
    for (std::size_t i = 0; i < squares_.size(); ++i) {
      const PawnCosts kept = men[i];
      std::optional<int>& at_home = men[i][static_cast<std::size_t>(file_of(squares_[i]))];
      // Away and back again.
      at_home = relative_rank(color_, squares_[i]) >= Rank::Four ? std::optional(2) : std::nullopt;
      const auto detour = fewest_captures(men);
      if (!detour || detour->captures > available()) pure |= squares_[i];
      men[i] = kept;
    }
    return pure;
  }

  std::string impossible_text() const {
    return fmt::format(
        "the pawns of {} cannot have come to {} from the {} rank, whatever they "
        "captured",
        to_string(color_), listed_squares(), color_ == Color::White ? "second" : "seventh");
  }

  std::string captures_text(const PawnAssignment& least) const {
    std::string text = fmt::format(
        "{}'s pawns need at least {} {} to stand where they do{}, but {} has lost {} {}",
        to_string(color_), least.captures, least.captures == 1 ? "capture" : "captures",
        detours_text(least), to_string(other(color_)), lost_, lost_ == 1 ? "piece" : "pieces");
    if (out_of_reach_ > 0) {
      text += fmt::format(", {} of them where no pawn could capture", out_of_reach_);
    }
    return text;
  }

 private:
  std::vector<PawnCosts> costs(Bitboard barred) const {
    std::vector<PawnCosts> men;
    for (const Square square : squares_) men.push_back(costs_of_pawn(color_, square));
    PawnCosts promoted;
    for (int file = 0; file < 8; ++file) {
      const bool is_barred = (barred & static_cast<File>(file)).any();
      promoted[static_cast<std::size_t>(file)] = is_barred ? 1 : 0;
    }
    men.insert(men.end(), static_cast<std::size_t>(promoted_), promoted);
    return men;
  }

  std::string listed_squares() const {
    std::vector<std::string> names;
    for (const Square square : squares_) names.push_back(to_string(square));
    return listed(names);
  }

  // " (one from the b-file to d5, ...)".
  std::string detours_text(const PawnAssignment& least) const {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < squares_.size(); ++i) {
      if (least.came_from[i] == file_of(squares_[i])) continue;
      parts.push_back(fmt::format("from the {}-file to {}", letter_of(least.came_from[i]),
                                  to_string(squares_[i])));
    }
    if (promoted_ > 0) parts.push_back(fmt::format("{} promoted", promoted_));
    return parts.empty() ? "" : fmt::format(" (such as {})", listed(parts));
  }

  Color color_;
  int promoted_;
  int lost_ = 0;
  int out_of_reach_ = 0;
  std::vector<Square> squares_;
};

Bitboard files_of(Bitboard squares) {
  Bitboard files;
  for (const Square square : squares) files |= file_of(square);
  return files;
}

class Structure {
 public:
  Structure(const Board& board, const FirstMen& first)
      : sides_{PawnsOf(board, Color::White, first), PawnsOf(board, Color::Black, first)} {}

  OriginFlaws run() {
    for (const Color color : kColors) {
      if (!side(color).is_countable()) return std::move(flaws_);
    }
    // What never captured bars its file, which may leave other pawns fewer captures.
    Bitboard white;
    Bitboard black;
    for (int round = 0; round < 3; ++round) {
      if (!is_affordable(Color::White, files_of(black)) ||
          !is_affordable(Color::Black, files_of(white))) {
        return std::move(flaws_);
      }
      const Bitboard white_now = side(Color::White).never_captured(files_of(black));
      const Bitboard black_now = side(Color::Black).never_captured(files_of(white));
      if (white_now == white && black_now == black) break;
      white = white_now;
      black = black_now;
    }
    look_for_passed(white, black);
    return std::move(flaws_);
  }

 private:
  const PawnsOf& side(Color color) const { return sides_[static_cast<std::size_t>(color)]; }

  bool is_affordable(Color color, Bitboard barred) {
    const auto least = side(color).fewest(barred);
    if (!least) {
      flaws_.push_back({OriginFault::PawnCaptures, side(color).impossible_text()});
      return false;
    }
    if (least->captures <= side(color).available()) return true;
    flaws_.push_back({OriginFault::PawnCaptures, side(color).captures_text(*least)});
    return false;
  }

  void look_for_passed(Bitboard white, Bitboard black) {
    for (const Square pawn : white) {
      for (const Square opponent : black& file_of(pawn)) {
        if (opponent > pawn) continue;
        flaws_.push_back(
            {OriginFault::PawnsPassed,
             fmt::format("the pawns on {} and {} cannot have passed each other: no pieces were "
                         "lost with which either could have left its file and come back",
                         to_string(pawn), to_string(opponent))});
      }
    }
  }

  std::array<PawnsOf, 2> sides_;
  OriginFlaws flaws_;
};

}  // namespace

OriginFlaws flaws_of_pawns(const Board& board, const FirstMen& first) {
  return Structure(board, first).run();
}

}  // namespace arbiter
