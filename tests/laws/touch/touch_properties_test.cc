// Tests touches in random positions, with slow rules and with the wording of Article 4.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <optional>
#include <vector>

#include "lib/laws/game_end.h"
#include "lib/laws/touch/touch_move.h"
#include "lib/notation/fen.h"
#include "tests/chess/random_positions.h"
#include "tests/judge/judged_setup.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
using judge::JudgeBoard;
using judge::JudgeMove;

namespace {

using Squares = std::vector<int>;
using Bits = std::vector<std::uint16_t>;  // moves, sorted

class Judge {
 public:
  explicit Judge(const JudgeBoard& board) : board_(board), legal_(board.legal_moves()) {}

  const std::vector<JudgeMove>& legal() const { return legal_; }
  bool is_own(int square) const {
    return (std::isupper(static_cast<unsigned char>(board_.at(square))) != 0) ==
           (board_.turn() == 'w');
  }
  bool is_king(int square) const { return (board_.at(square) | 0x20) == 'k'; }
  bool is_rook(int square) const { return (board_.at(square) | 0x20) == 'r'; }

  template <class Predicate>
  Bits those(Predicate holds) const {
    Bits bits;
    for (const JudgeMove& move : legal_) {
      if (holds(move)) bits.push_back(judge::move_of(move, board_).bits());
    }
    std::sort(bits.begin(), bits.end());
    return bits;
  }
  Bits all() const {
    return those([](const JudgeMove&) { return true; });
  }
  Bits moves_of(int square) const {
    return those([&](const JudgeMove& move) { return move.from == square; });
  }
  Bits captures_of(int square) const {
    return those([&](const JudgeMove& move) { return captures(move, square); });
  }
  Bits captures_with(int own, int square) const {
    return those([&](const JudgeMove& move) { return move.from == own && captures(move, square); });
  }

  // The player's first touched piece must capture the opponent's first touched piece (4.3.3).
  // Otherwise the first touched piece that can move or be captured must move or be captured (4.3.1,
  // 4.3.2). If none can, every move is allowed (4.5).
  Bits by_article_4_3(const Squares& touched) const {
    const auto own =
        std::find_if(touched.begin(), touched.end(), [&](int square) { return is_own(square); });
    const auto theirs =
        std::find_if(touched.begin(), touched.end(), [&](int square) { return !is_own(square); });
    if (own != touched.end() && theirs != touched.end()) {
      const Bits both = captures_with(*own, *theirs);
      if (!both.empty()) return both;
    }
    for (const int square : touched) {
      const Bits bound = is_own(square) ? moves_of(square) : captures_of(square);
      if (!bound.empty()) return bound;
    }
    return all();
  }

 private:
  bool captures(const JudgeMove& move, int square) const {
    if (move.castling_rook) return false;
    if (move.to == square) return board_.at(square) != ' ';
    const bool is_pawn = (board_.at(move.from) | 0x20) == 'p';
    const bool is_en_passant = is_pawn && move.from % 8 != move.to % 8 && board_.at(move.to) == ' ';
    return is_en_passant && square == move.from / 8 * 8 + move.to % 8;
  }

  const JudgeBoard& board_;
  std::vector<JudgeMove> legal_;
};

Squares random_touches(const JudgeBoard& board, Random& random) {
  Squares touched;
  const int count = 1 + random_below(random, 4);
  while (static_cast<int>(touched.size()) < count) {
    const int square = random_below(random, 64);
    if (board.at(square) != ' ') touched.push_back(square);
  }
  return touched;
}

TouchRuling ruling_on(const Position& position, const Squares& touched) {
  TouchReport report{{}, position.turn()};
  for (const int square : touched) report.touches.push_back(TouchedPiece{square_at(square)});
  return rule_on_touches(position, report);
}

Bits bits_of(const TouchRuling& ruling) {
  Bits bits;
  for (const Move move : ruling.moves) bits.push_back(move.bits());
  std::sort(bits.begin(), bits.end());
  return bits;
}

bool is_free(TouchRule rule) {
  return rule == TouchRule::NothingBinds || rule == TouchRule::NoKingMove ||
         rule == TouchRule::ReleasedAndStuck;
}

}  // namespace

TEST_CASE("touches bind to some of the legal moves, and never to none", "[touch]") {
  Random random(44);
  std::size_t rulings = 0;
  visit_random_games(3, 48, [&](const Position& position, const JudgeBoard& board) {
    const Judge judge(board);
    if (judge.legal().empty() || quick_dead(position)) return;
    const Bits all = judge.all();
    for (int i = 0; i < 8; ++i) {
      Squares touched = random_touches(board, random);
      std::optional<TouchRuling> before;
      const Squares whole = std::exchange(touched, {});
      for (const int square : whole) {
        touched.push_back(square);
        const TouchRuling ruling = ruling_on(position, touched);
        const Bits bits = bits_of(ruling);
        CAPTURE(board.fen(), touched, ruling.sentence);
        REQUIRE_FALSE(bits.empty());
        REQUIRE(std::includes(all.begin(), all.end(), bits.begin(), bits.end()));
        if (before && !is_free(before->rule)) {
          const Bits wider = bits_of(*before);
          REQUIRE(std::includes(wider.begin(), wider.end(), bits.begin(), bits.end()));
        }
        before = ruling;
        ++rulings;
      }
    }
  });
  CHECK(rulings > 10'000);
}

TEST_CASE("without king and rook, touches bind as in the plain words of 4.3 and 4.5", "[touch]") {
  Random random(43);
  std::size_t rulings = 0;
  visit_random_games(3, 48, [&](const Position& position, const JudgeBoard& board) {
    const Judge judge(board);
    if (judge.legal().empty() || quick_dead(position)) return;
    for (int i = 0; i < 8; ++i) {
      const Squares touched = random_touches(board, random);
      const bool has_king = std::any_of(touched.begin(), touched.end(), [&](int square) {
        return judge.is_own(square) && judge.is_king(square);
      });
      const bool has_rook = std::any_of(touched.begin(), touched.end(), [&](int square) {
        return judge.is_own(square) && judge.is_rook(square);
      });
      if (has_king && has_rook) continue;
      const TouchRuling ruling = ruling_on(position, touched);
      CAPTURE(board.fen(), touched, ruling.sentence);
      REQUIRE(bits_of(ruling) == judge.by_article_4_3(touched));
      ++rulings;
    }
  });
  CHECK(rulings > 4'000);
}

TEST_CASE("king and rook in either order bind as in the plain words of 4.4", "[touch]") {
  std::size_t castlings = 0;
  std::size_t refusals = 0;
  visit_random_games(6, 48, [&](const Position& position, const JudgeBoard& board) {
    const Judge judge(board);
    if (judge.legal().empty() || quick_dead(position)) return;
    const int king = index_of(position.king(position.turn()));
    for (const Square rook_square : position.castling().rooks()) {
      const int rook = index_of(rook_square);
      if (!judge.is_own(rook)) continue;
      const auto is_castling = [&](const JudgeMove& move) { return move.castling_rook == rook; };
      const Bits castling = judge.those(is_castling);
      const Bits other_king_moves = judge.those(
          [&](const JudgeMove& move) { return move.from == king && !is_castling(move); });
      const Bits rook_moves = judge.moves_of(rook);
      const Bits others = judge.those([&](const JudgeMove& move) { return !is_castling(move); });
      const Bits king_first = bits_of(ruling_on(position, {king, rook}));
      const Bits rook_first = bits_of(ruling_on(position, {rook, king}));
      CAPTURE(board.fen(), rook);
      if (!castling.empty()) {
        REQUIRE(king_first == castling);
        ++castlings;
      } else {
        REQUIRE(king_first == (other_king_moves.empty() ? judge.all() : other_king_moves));
        ++refusals;
      }
      REQUIRE(rook_first == (!rook_moves.empty()         ? rook_moves
                             : !other_king_moves.empty() ? other_king_moves
                             : !others.empty()           ? others
                                                         : castling));
    }
  });
  CHECK(castlings > 20);
  CHECK(refusals > 200);
}
