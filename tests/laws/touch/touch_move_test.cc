// Tests every case of Articles 4.2 to 4.7, with results derived by hand from the Laws.
#include "lib/laws/touch/touch_move.h"

#include <catch2/catch.hpp>
#include <string>

#include "lib/notation/fen.h"
#include "tests/laws/touch/touch_cases.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

namespace {

struct Case {
  std::string fen;
  std::string touches;
  std::string article;
  std::string moves;  // kAll for every legal move
};

const std::string kAll = "all";

void check(const Case& row) {
  CAPTURE(row.fen, row.touches);
  const Position position = *parse_position(row.fen);
  const TouchRuling ruling = rule_on_touches(position, report_of(position, row.touches));
  CAPTURE(ruling.sentence);
  CHECK(article_of(ruling.rule) == row.article);
  CHECK(sans_of(ruling, position) ==
        (row.moves == kAll ? all_sans(position) : sorted_words(row.moves)));
  // Before the first move of a game, nothing can be claimed.
  const bool may_claim = row.fen != "startpos";
  CHECK(has_remark(ruling, "4.8") == may_claim);
  CHECK(has_remark(ruling, "9.4") == may_claim);
}

// Like kTakers, with a queen on d6 that no piece can capture.
const std::string kQueenBehind = "4k3/8/3q4/3p4/4P3/2N5/8/4K3 w - - 0 1";
// The rook on a1 cannot move.
const std::string kWalledRook = "4k3/8/8/3p4/4P3/2N5/P7/RN2K3 w - - 0 1";
const std::string kRookMoves = "Ra2 Ra3 Ra4 Ra5 Ra6 Ra7 Ra8+ Rb1 Rc1 Rd1";

}  // namespace

TEST_CASE("4.2.1: a player who first announces an adjustment is not bound", "[touch_move]") {
  const Position position;
  TouchReport report = report_of(position, "g1 e2");
  report.intent = TouchIntent::Adjust;
  const TouchRuling ruling = rule_on_touches(position, report);
  CHECK(article_of(ruling.rule) == "4.2.1");
  CHECK(ruling.moves.size() == 20);
  CHECK(ruling.remarks.empty());
}

TEST_CASE("4.3: touches by the player who does not have the move bind nobody", "[touch_move]") {
  const Position position;
  TouchReport report = report_of(position, "g8 g1");
  report.player = Color::Black;
  TouchRuling ruling = rule_on_touches(position, report);
  CHECK(ruling.rule == TouchRule::NotOnMove);
  CHECK(ruling.moves.size() == 20);
  CHECK(ruling.remarks.empty());
  report.intent = TouchIntent::Adjust;
  ruling = rule_on_touches(position, report);
  CHECK(ruling.rule == TouchRule::NotOnMove);
  CHECK(has_remark(ruling, "4.2.1"));
}

TEST_CASE("4.3.1: the player's first touched piece that can move must be moved", "[touch_move]") {
  check(GENERATE(values<Case>({
      {"startpos", "g1", "4.3.1", "Nf3 Nh3"},
      {"startpos", "g1 e2", "4.3.1", "Nf3 Nh3"},
      {"startpos", "a1 c1 b1 g1", "4.3.1", "Na3 Nc3"},
      // The knight on d2 is pinned.
      {"4k3/8/8/8/1b6/8/3N1N2/4K3 w - - 0 1", "d2 f2", "4.3.1", "Nd1 Nd3 Ne4 Ng4 Nh1 Nh3"},
      // The pawn cannot answer the check.
      {"4r2k/8/8/8/8/8/3P4/4KB2 w - - 0 1", "d2 f1", "4.3.1", "Be2"},
      // King and rook are not on castling squares, and the king cannot move.
      {"4k3/8/8/8/8/8/R5PP/6QK w - - 0 1", "h1 a2", "4.3.1",
       "Ra1 Ra3 Ra4 Ra5 Ra6 Ra7 Ra8+ Rb2 Rc2 Rd2 Re2+ Rf2"},
      // Black is to move.
      {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "h8 b8", "4.3.1", "Na6 Nc6"},
  })));
}

TEST_CASE("4.3.2: the first piece of the opponent that can be captured must be captured",
          "[touch_move]") {
  check(GENERATE(values<Case>({
      {kTakers, "d5", "4.3.2", "exd5 Nxd5"},
      {kQueenBehind, "d6 d5", "4.3.2", "exd5 Nxd5"},
      // En passant: the captured pawn was touched, not the square it passed.
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "d5", "4.3.2", "exd6"},
      {"3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "d8", "4.3.2", "exd8=Q+ exd8=R+ exd8=B exd8=N"},
  })));
}

TEST_CASE("4.3.3: if one piece of each side was touched, one captures the other", "[touch_move]") {
  check(GENERATE(values<Case>({
      {kTakers, "c3 d5", "4.3.3", "Nxd5"},
      {kTakers, "d5 c3", "4.3.3", "Nxd5"},
      {kTakers, "d5 e4", "4.3.3", "exd5"},
      {kTakers, "d5 e4 c3", "4.3.3", "exd5"},
      {kTakers, "c3 a1 d5", "4.3.3", "Nxd5"},
      {kWalledRook, "c3 a1 d5", "4.3.3", "Nxd5"},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5 d5", "4.3.3", "exd6"},
      {"3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "d8 e7", "4.3.3", "exd8=Q+ exd8=R+ exd8=B exd8=N"},
  })));
}

TEST_CASE("4.3.3: if that is illegal, the first that can be moved or captured decides",
          "[touch_move]") {
  check(GENERATE(values<Case>({
      // The own piece was touched first, so it must move.
      {kTakers, "a1 d5", "4.3.3", kRookMoves},
      {kTakers, "a1 d5 c3", "4.3.3", kRookMoves},
      // Only the player's first touched piece may capture.
      {kTakers, "a1 c3 d5", "4.3.3", kRookMoves},
      // The opponent's piece was touched first, so any piece must capture it.
      {kTakers, "d5 a1", "4.3.3", "exd5 Nxd5"},
      {kTakers, "d5 a1 c3", "4.3.3", "exd5 Nxd5"},
      // The own piece cannot move.
      {kWalledRook, "a1 d5", "4.3.3", "exd5 Nxd5"},
      // The opponent's piece cannot be captured.
      {kQueenBehind, "d6 c3", "4.3.3", "Na2 Na4 Nb1 Nb5 Nd1 Ne2 Nxd5"},
      {kQueenBehind, "c3 d6", "4.3.3", "Na2 Na4 Nb1 Nb5 Nd1 Ne2 Nxd5"},
      // Only the opponent's first touched piece must be captured.
      {kQueenBehind, "c3 d6 d5", "4.3.3", "Na2 Na4 Nb1 Nb5 Nd1 Ne2 Nxd5"},
      {kQueenBehind, "d6 c3 d5", "4.3.3", "Na2 Na4 Nb1 Nb5 Nd1 Ne2 Nxd5"},
  })));
}

TEST_CASE("4.3.3: if the order is unclear, the own piece counts as first", "[touch_move]") {
  check(GENERATE(values<Case>({
      {kTakers, "e4+d5", "4.3.3", "exd5"},
      {kTakers, "d5+e4", "4.3.3", "exd5"},
      {kTakers, "d5+a1", "4.3.3", kRookMoves},
      {kWalledRook, "d5+a1", "4.3.3", "exd5 Nxd5"},
  })));
}

TEST_CASE("4.4.1: king and then rook means castling on that side if it is legal", "[touch_move]") {
  check(GENERATE(values<Case>({
      {kCastlers, "e1 h1", "4.4.1", "O-O"},
      {kCastlers, "e1 a1", "4.4.1", "O-O-O"},
      {kCastlers, "e1+h1", "4.4.1", "O-O"},
      {kCastlers, "a1+e1", "4.4.1", "O-O-O"},
      {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8 a8", "4.4.1", "O-O-O"},
      {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1 h1", "4.4.1", "O-O+"},
      // Neither later touches nor earlier touches of immovable pieces change the ruling.
      {kCastlers, "e1 h1 a1", "4.4.1", "O-O"},
      {kCastlers, "e1 h1 h8", "4.4.1", "O-O"},
      {kCastlers, "h8 e1 a1", "4.3.3", "Rxh8+"},
      {"4k3/8/8/8/8/8/1P1P4/2B1K2R w K - 0 1", "c1 e1 h1", "4.4.1", "O-O"},
      // Chess960: the king goes past its rook to c1, and to the square of its rook.
      {"4k3/8/8/8/8/8/8/1R1K4 w B - 0 1", "d1 b1", "4.4.1", "O-O-O"},
      {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1 g1", "4.4.1", "O-O"},
      {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "g1+f1", "4.4.1", "O-O"},
  })));
}

TEST_CASE("4.4.1: a movable piece touched before king and rook must be moved", "[touch_move]") {
  check({"4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "a2 e1 h1", "4.3.1", "a3 a4"});
}

TEST_CASE("4.4.2: rook and then king means no castling on that side", "[touch_move]") {
  check(GENERATE(values<Case>({
      {kCastlers, "h1 e1", "4.4.2", "Rf1 Rg1 Rh2 Rh3 Rh4 Rh5 Rh6 Rh7 Rxh8+"},
      {kCastlers, "h1 e1 a1", "4.4.2", "Rf1 Rg1 Rh2 Rh3 Rh4 Rh5 Rh6 Rh7 Rxh8+"},
      {kCastlers, "h1 e1 h1", "4.4.2", "Rf1 Rg1 Rh2 Rh3 Rh4 Rh5 Rh6 Rh7 Rxh8+"},
      // Chess960: the rook cannot move, so the king must, and may castle on the other side.
      {"4k3/8/8/8/8/8/4PPPP/R4KRB w GA - 0 1", "g1 f1", "4.4.2", "Ke1 O-O-O"},
      {"4k3/8/8/8/8/8/4PPPP/R4KRB w GA - 0 1", "g1 f1 a1", "4.4.1", "O-O-O"},
      // The king can only castle, so any other legal move is allowed.
      {"4k3/8/8/8/8/8/4PPPP/4NKRB w G - 0 1", "g1 f1", "4.5",
       "Nc2 Nd3 Nf3 e3 e4 f3 f4 g3 g4 h3 h4"},
      // Castling is the only legal move.
      {"k3r3/8/8/8/8/6p1/6P1/5KRB w G - 0 1", "g1 f1", "4.5", "O-O"},
  })));
}

TEST_CASE("4.4.3: a player who means to castle illegally makes another king move", "[touch_move]") {
  check(GENERATE(values<Case>({
      {"3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1 a1", "4.4.3", "Ke2 Kf1 Kf2"},
      {"3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1+a1", "4.4.3", "Ke2 Kf1 Kf2"},
      // Castling on the other side is included.
      {"3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1 a1", "4.4.3", "Ke2 Kf1 Kf2 O-O"},
      {"3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1 a1 h1", "4.4.1", "O-O"},
      // The king is in check, and the castling right is permanently lost.
      {"k3r3/8/8/8/8/8/8/4K2R w K - 0 1", "e1 h1", "4.4.3", "Kd1 Kd2 Kf1 Kf2"},
      {"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1 h1", "4.4.3", "Kd1 Kd2 Ke2 Kf1 Kf2"},
      // Only the king was touched, and it was released on its castling square.
      {"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1-g1", "4.7.2", "Kd1 Kd2 Ke2"},
      // Chess960: without the rook on b1, the king on c1 would be in check.
      {"4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", "d1 b1", "4.4.3", "Kc1 Kc2 Kd2 Ke1 Ke2"},
  })));
}

TEST_CASE("4.4.3: if the king has no legal move, any legal move may be made", "[touch_move]") {
  check(GENERATE(values<Case>({
      {"startpos", "e1 h1", "4.4.3", kAll},
      {"startpos", "e1+a1", "4.4.3", kAll},
      {"startpos", "e1-g1", "4.7.2", kAll},
      // Even the touched rook need not move, although it can.
      {"4k3/8/8/8/8/8/3PPP2/3QKB1R w K - 0 1", "e1 h1", "4.4.3", kAll},
      // A piece touched later binds again.
      {"4k3/8/8/8/8/8/3PPP2/3QKB1R w K - 0 1", "e1 h1 d2", "4.3.1", "d3 d4"},
  })));
}

TEST_CASE("4.4.4: the new piece is chosen once it has touched the square", "[touch_move]") {
  check(GENERATE(values<Case>({
      {kPromoter, "e7", "4.3.1", "e8=Q e8=R e8=B e8=N"},
      {kPromoter, "e7-e8", "4.7", "e8=Q e8=R e8=B e8=N"},
      {kPromoter, "e7 e8=Q", "4.4.4", "e8=Q"},
      {kPromoter, "e7-e8 e8=N", "4.4.4", "e8=N"},
      {kPromoter, "e8=B", "4.4.4", "e8=B"},
      // The first choice is final.
      {kPromoter, "e7 e8=Q e8=R", "4.4.4", "e8=Q"},
      // The king was touched first.
      {kPromoter, "e1 e8=Q", "4.3.1", "Kd1 Kd2 Ke2 Kf1 Kf2"},
      {"3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7 d8 d8=N", "4.4.4", "exd8=N"},
      {"3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7", "4.3.1",
       "e8=Q+ e8=R+ e8=B e8=N exd8=Q+ exd8=R+ exd8=B exd8=N"},
      {"8/8/8/8/8/8/4p2K/k7 b - - 0 1", "e2 e1=R", "4.4.4", "e1=R"},
  })));
}

TEST_CASE("4.4.4: a remark is made as long as the choice is open", "[touch_move]") {
  const Position position = *parse_position(kPromoter);
  CHECK(has_remark(rule_on_touches(position, report_of(position, "e7")), "4.4.4"));
  CHECK_FALSE(has_remark(rule_on_touches(position, report_of(position, "e7 e8=Q")), "4.4.4"));
  CHECK_FALSE(has_remark(rule_on_touches(position, report_of(position, "e1")), "4.4.4"));
}

TEST_CASE("4.5: if nothing touched can be moved or captured, any legal move may be made",
          "[touch_move]") {
  check(GENERATE(values<Case>({
      {"startpos", "a1", "4.5", kAll},
      {"startpos", "e1", "4.5", kAll},
      {"startpos", "a1 c1 e8 d7", "4.5", kAll},
      {"4k3/8/8/8/8/8/P7/K7 w - - 0 1", "e8", "4.5", "a3 a4 Kb1 Kb2"},
      {"4k3/8/3q4/3p4/4P3/2N5/P7/RN2K3 w - - 0 1", "d6 a1", "4.5", kAll},
      {"4k3/8/3q4/3p4/4P3/2N5/P7/RN2K3 w - - 0 1", "d6+a1", "4.5", kAll},
  })));
}

TEST_CASE("4.7: a piece released on a legal square stays there", "[touch_move]") {
  check(GENERATE(values<Case>({
      {"startpos", "g1-f3", "4.7", "Nf3"},
      {"startpos", "g1-f3 e2", "4.7", "Nf3"},
      {kCastlers, "e1-g1", "4.7", "O-O"},
      {kCastlers, "e1-f1 h1", "4.7", "Kf1"},
      {kCastlers, "h1-f1 e1", "4.7", "Rf1"},
      {kTakers, "c3-d5", "4.7", "Nxd5"},
      // The piece cannot move to the square, but has been touched.
      {"startpos", "g1-g3", "4.3.1", "Nf3 Nh3"},
      {kCastlers, "h1-f1 e1-g1", "4.7", "Rf1"},
      // Chess960: a step to g1 may begin castling.
      {"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1-g1", "4.7", "Kg1 O-O"},
      {"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1-g1 h1", "4.4.1", "O-O"},
      {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1-g1", "4.7", "O-O"},
  })));
}

TEST_CASE("a rook returns unless its move completes castling", "[touch_move]") {
  struct Put {
    std::string fen;
    std::string touches;
    bool goes_back;
  };
  const auto [fen, touches, goes_back] = GENERATE(values<Put>({
      {kCastlers, "e1-g1 h1-f1", false},
      {kCastlers, "e1-c1 a1-d1", false},
      {kCastlers, "e1 h1-f1", false},
      {kCastlers, "e1+h1 h1-f1 e1-g1", false},
      {"4k3/8/8/8/8/8/8/1R1K4 w B - 0 1", "d1-c1 b1-d1", false},
      // Placing the rook on another square prevents castling.
      {kCastlers, "e1-g1 h1-h2", true},
      {kCastlers, "e1-g1 a1-d1", true},
      {"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1-g1 h1-f1", true},
  }));
  CAPTURE(fen, touches);
  const Position position = *parse_position(fen);
  const TouchRuling ruling = rule_on_touches(position, report_of(position, touches));
  // The move goes back because of the binding rule, or because it is illegal anyway (3.10.2).
  CHECK((has_remark(ruling, "3.10.2") || has_remark(ruling, article_of(ruling.rule))) == goes_back);
}

TEST_CASE("5.1.1, 5.2.1, 5.2.2 and 9.6.2: nothing binds after the end of the game",
          "[touch_move]") {
  struct Over {
    std::string fen;
    std::string touch;
    std::string article;
  };
  const auto [fen, touch, article] = GENERATE(values<Over>({
      {"7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "h8", "5.1.1"},
      {"8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", "e1", "5.2.1"},
      {"8/8/4k3/8/8/8/8/4K3 w - - 0 1", "e1", "5.2.2"},
      {"4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", "e1 d4", "5.2.2"},
      {"8/8/4k3/8/8/3K4/3R4/8 w - - 150 90", "d2", "9.6.2"},
  }));
  const Position position = *parse_position(fen);
  const TouchRuling ruling = rule_on_touches(position, report_of(position, touch));
  CHECK(article_of(ruling.rule) == article);
  CHECK(ruling.moves.empty());
}
