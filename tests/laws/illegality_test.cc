#include "lib/laws/illegality.h"

#include <catch2/catch.hpp>
#include <string>

#include "lib/chess/legal_moves.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/notation/san.h"
#include "tests/laws/test_game.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;
using testing::play_out;
using testing::TestGame;

// The moves in `played` lead from `fen` to the position where `san` is impossible.
struct Case {
  std::string id;
  std::string fen;
  std::string played;
  std::string san;
  std::string message;
  std::string help = "";
};

Illegality explained(const std::string& san, const TestGame& game) {
  const std::vector<San> sans = testing::sans_of(san);
  REQUIRE(sans.size() == 1);
  REQUIRE(resolve(sans[0], game.last()).status != SanStatus::Legal);
  return explain(sans[0], {.first = game.first, .moves = game.moves, .now = game.last()});
}

void check(const Case& wanted) {
  CAPTURE(wanted.fen, wanted.played, wanted.san);
  const Illegality found = explained(wanted.san, play_out(wanted.fen, wanted.played));
  CHECK(entry_of(found.code).id == wanted.id);
  CHECK(found.message.text == wanted.message);
  if (!wanted.help.empty()) CHECK_THAT(found.help, Contains(wanted.help));
}

TEST_CASE("the article is that of the piece that was to move", "[illegality]") {
  struct Row {
    std::string fen;
    std::string played;
    std::string san;
    std::string id;
    std::string article;
  };
  const std::string queens = "3qk3/8/8/8/8/8/8/R2QKB2 w - - 0 1";
  const Row row = GENERATE_COPY(values<Row>({
      {"startpos", "", "Nf5", "unreachable", "Laws 3.6"},
      {"startpos", "", "Ke3", "unreachable", "Laws 3.8.1"},
      {queens, "", "Bb6", "unreachable", "Laws 3.2"},
      {queens, "", "Rb2", "unreachable", "Laws 3.3"},
      {queens, "", "Qc3", "unreachable", "Laws 3.4"},
      {"startpos", "", "e7", "unreachable", "Laws 3.7"},
      {"startpos", "e4 d6", "dxe5", "unreachable", "Laws 3.7.3"},
      {"startpos", "", "Bc4", "path-blocked", "Laws 3.5"},
      // A blocked pawn, for a single and a double step.
      {"4k3/8/8/8/4n3/4P3/8/4K3 w - - 0 1", "", "e4", "path-blocked", "Laws 3.7.1"},
      {"4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "", "e4", "path-blocked", "Laws 3.7.2"},
      {"4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "", "e4", "path-blocked", "Laws 3.7.2"},
      // A pawn has a double step only from its initial square, even if Black could play the same
      // move.
      {"startpos", "e3 a6", "e5", "pawn-double-step", "Laws 3.7.2"},
      {"startpos", "a3 e6 b3", "e4", "pawn-double-step", "Laws 3.7.2"},
      {"k7/8/4P3/8/8/8/8/4K3 w - - 0 1", "", "e8=Q", "pawn-double-step", "Laws 3.7.2"},
      {"startpos", "e4", "d4", "wrong-side-to-move", "Laws 1.2"},
  }));
  CAPTURE(row.fen, row.played, row.san);
  const Illegality found = explained(row.san, play_out(row.fen, row.played));
  CHECK(entry_of(found.code).id == row.id);
  CHECK(found.article == row.article);
}

TEST_CASE("a piece that cannot go to a square is named with the obstacle", "[illegality]") {
  check(GENERATE(values<Case>({
      {"pinned", "r1bqk1nr/pppp1ppp/2n5/1B2p3/3PP3/5N2/PPP2PPP/RNBQK2R b KQkq - 0 4", "d6 O-O",
       "Nxd4", "the knight on c6 is pinned to the king on e8 by the bishop on b5", "exd4"},
      {"pinned", "4k3/8/8/8/1b6/8/3N1N2/4K3 w - - 0 1", "", "Nde4",
       "the knight on d2 is pinned to the king on e1 by the bishop on b4", "Ne4"},
      {"pinned", "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "", "Nce2",
       "the knight on c3 is pinned to the king on e1 by the bishop on b4", "Ne2"},
      {"pinned", "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "", "Rd2",
       "the rook on e2 is pinned to the king on e1 by the rook on e8"},
      {"path-blocked", "startpos", "", "Bc4",
       "the pawn on e2 stands between the bishop on f1 and c4"},
      {"path-blocked", "startpos", "", "Ra5",
       "the pawn on a2 stands between the rook on a1 and a5"},
      {"path-blocked", "startpos", "", "Qd6",
       "the pawn on d2 stands between the queen on d1 and d6"},
      {"path-blocked", "4k3/8/8/8/8/8/8/R2NKN2 w - - 0 1", "", "Rg1",
       "the knight on d1, the king on e1 and the knight on f1 stand between the rook on a1 and g1"},
      {"unreachable", "startpos", "", "Nf5", "the knights on b1 and g1 do not move to f5"},
      {"unreachable", "startpos", "", "Ke3", "the king on e1 does not move to e3"},
      {"no-such-piece", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "", "Nf3", "White has no knight"},
      {"no-such-piece", "startpos", "", "Nef3",
       "White has no knight on the e-file, only on b1 and g1"},
      {"no-such-piece", "startpos", "", "N5f3", "White has no knight on rank 5, only on b1 and g1"},
      {"no-such-piece", "startpos", "", "Nd2f3", "White has no knight on d2, only on b1 and g1"},
      {"own-piece", "startpos", "", "Ne2", "White's own pawn stands on e2"},
      {"own-piece", "startpos", "e4", "Nd7", "Black's own pawn stands on d7"},
      {"king-capture", "4k3/8/8/8/8/8/3R4/4K3 w - - 0 1", "", "Rxe8",
       "Black's king stands on e8, and a king is never captured"},
  })));
}

TEST_CASE("a move that leaves the king in check is reported with the checking piece",
          "[illegality]") {
  check(GENERATE(values<Case>({
      {"leaves-king-in-check", "4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "", "Kd2",
       "on d2 the king would be in check from the rook on a2", "Kd1"},
      {"leaves-king-in-check", "4k3/8/8/2b5/8/8/5q2/4K3 w - - 0 1", "", "Kxf2",
       "the queen on f2 is protected by the bishop on c5"},
      {"leaves-king-in-check", "8/8/8/3k4/8/3K4/8/8 w - - 0 1", "", "Kd4",
       "on d4 the king would be in check from the king on d5"},
      // The king blocks the checking rook's line to the square behind it.
      {"leaves-king-in-check", "4k3/8/8/8/r3K3/8/8/8 w - - 0 1", "", "Kf4",
       "on f4 the king would be in check from the rook on a4"},
      {"must-answer-check", "4k3/8/8/8/1b6/8/8/4K1NR w - - 0 1", "", "Nf3",
       "the king on e1 is in check from the bishop on b4, and the move neither captures it nor "
       "blocks its line"},
      {"must-answer-check", "4k3/8/8/8/8/3n4/8/4K1NR w - - 0 1", "", "Nf3",
       "the king on e1 is in check from the knight on d3, and the move does not capture it"},
      {"must-answer-check", "4k3/8/8/8/1b6/3n4/8/R3K3 w - - 0 1", "", "Ra2",
       "the king on e1 is in check from the knight on d3 and the bishop on b4, so the king itself "
       "must move",
       "the legal moves: "},
      {"must-answer-check", "4k3/8/8/8/1b6/8/P7/4K3 w - - 0 1", "", "a3",
       "the king on e1 is in check from the bishop on b4, and the move neither captures it nor "
       "blocks its line"},
      // The piece could answer the check, but is pinned.
      {"pinned", "4r1k1/8/8/8/1b6/8/4N3/4K3 w - - 0 1", "", "Nc3",
       "the knight on e2 is pinned to the king on e1 by the rook on e8"},
      {"pinned", "4r1k1/8/8/8/8/5p2/4P3/4K3 w - - 0 1", "", "exf3",
       "the pawn on e2 is pinned to the king on e1 by the rook on e8"},
      {"pinned", "7k/8/8/8/7b/6P1/8/4K3 w - - 0 1", "", "g4",
       "the pawn on g3 is pinned to the king on e1 by the bishop on h4"},
  })));
}

TEST_CASE("reasons for pawn moves name the squares where the pawn may go", "[illegality]") {
  check(GENERATE(values<Case>({
      {"path-blocked", "4k3/8/8/8/4n3/4P3/8/4K3 w - - 0 1", "", "e4",
       "the knight on e4 stands in front of the pawn on e3, and pawns capture only diagonally"},
      {"path-blocked", "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "", "e4",
       "the knight on e3 stands in front of the pawn on e2"},
      {"own-piece", "4k3/8/8/8/8/4N3/4P3/4K3 w - - 0 1", "", "e3",
       "White's own knight stands on e3"},
      {"pawn-double-step", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "", "e5",
       "the pawn on e3 has moved before, so it cannot advance two squares"},
      {"unreachable", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "", "e3",
       "the pawn on e4 cannot go to e3 in one move"},
      {"unreachable", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "", "e1=Q",
       "the pawn on e4 cannot go to e1 in one move"},
      {"no-such-piece", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "", "d4",
       "White has no pawn on the d-file"},
      {"no-such-piece", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "", "cxd5",
       "White has no pawn on the c-file"},
      {"unreachable", "4k3/8/8/6p1/4P3/8/8/4K3 w - - 0 1", "", "exg5",
       "the pawn on e4 does not capture on g5"},
      {"pawn-no-capture-target", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "", "exd5",
       "there is nothing to capture on d5"},
      {"own-piece", "4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", "", "exd5",
       "White's own knight stands on d5"},
      {"promo-piece-missing", "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "", "e8",
       "a pawn that reaches e8 becomes a queen, rook, bishop or knight, but none is named",
       "write e8=Q if it became a queen"},
      {"promo-piece-missing", "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "", "exd8",
       "a pawn that reaches d8 becomes a queen, rook, bishop or knight, but none is named",
       "write exd8=Q if it became a queen"},
      {"promo-spurious", "startpos", "", "e4=Q",
       "only a pawn that reaches the last rank is promoted", "write e4"},
  })));
}

TEST_CASE("en passant is possible only right after the double step", "[illegality]") {
  check(GENERATE(values<Case>({
      {"ep-exposes-king", "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "", "exd6",
       "without the pawns on e5 and d5, the king on a5 would be in check from the rook on "
       "h5"},
      {"ep-exposes-king", "8/8/8/8/k2Pp2R/8/8/3K4 b - d3 0 1", "", "exd3",
       "without the pawns on e4 and d4, the king on a4 would be in check from the rook on "
       "h4"},
      {"ep-exposes-king", "8/3p4/8/K3P2r/8/8/8/4k3 b - - 0 1", "d5", "exd6",
       "without the pawns on e5 and d5, the king on a5 would be in check from the rook on "
       "h5"},
      {"ep-exposes-king", "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "", "exd6",
       "without the pawns on e5 and d5, the king on e1 would be in check from the rook on "
       "e8"},
      {"ep-not-available", "startpos", "e4 d5 e5 Nc6 Nf3 Nf6", "exd6",
       "the pawn on d5 made its double step on move 1; it could be captured en passant only "
       "immediately"},
      {"ep-not-available", "startpos", "e4 d6 e5 d5", "exd6",
       "the pawn on d5 came from d6, not by a double step"},
      {"ep-not-available", "8/8/8/K2pP3/8/8/8/4k3 w - - 0 1", "", "exd6",
       "the pawn on d5 did not arrive there on the last move"},
      // The double step opens the bishop's line, and the capture en passant does not close it.
      {"must-answer-check", "2b1k3/3p4/8/4P3/8/7K/8/8 b - - 0 1", "d5+", "exd6",
       "the king on h3 is in check from the bishop on c8, and the move neither captures it nor "
       "blocks its line"},
  })));
}

TEST_CASE("reasons against castling name the lost right and the obstacle", "[illegality]") {
  check(GENERATE(values<Case>({
      {"castling-prevented", "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "", "O-O-O",
       "castling is prevented for now: the king would cross d1, attacked by the rook on d8"},
      {"castling-geometry", "4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "", "O-O-O",
       "castling is prevented for now: without the rook on b1, the king on c1 would be in check "
       "from the rook on a1"},
      {"castling-right-lost", "startpos", "e4 e5 Nf3 Nf6 Be2 Be7 Rg1 d6 Rh1 O-O", "O-O",
       "castling is lost for good: the rook moved from h1 to g1 on move 4"},
      // Black could castle in all of these, but White once had the right.
      {"castling-right-lost", "startpos", "e4 e5 Nf3 Nf6 Bc4 Bc5 Ke2 a6 Ke1 b6", "O-O",
       "castling is lost for good: the king moved from e1 to e2 on move 4",
       "this move is legal for Black: a move by White may be missing before it"},
      {"castling-right-lost", "startpos", "e4 e5 Nf3 Nf6 Bc4 Bc5 Rg1 a6 Rh1 b6", "O-O",
       "castling is lost for good: the rook moved from h1 to g1 on move 4"},
      {"castling-right-lost", "startpos", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O a6 d3 b6", "O-O",
       "castling is lost for good: White castled on move 4"},
      {"castling-right-lost", "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "", "O-O",
       "castling is lost for good: the initial position gives White no right to castle on the "
       "king side"},
      {"castling-geometry", "4k3/8/8/8/8/8/4K3/7R w - - 0 1", "", "O-O",
       "castling is not possible: the king on e2 does not stand on its first rank"},
      {"unreachable", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "", "Kg1",
       "the king on e1 does not move to g1", "castling is written O-O"},
  })));
}

TEST_CASE("moves of the other side and moves after the end have reasons of their own",
          "[illegality]") {
  check(GENERATE(values<Case>({
      {"wrong-side-to-move", "startpos", "e4", "Nf3",
       "it is Black's turn, but only White can play this move",
       "this move is legal for White: a move by Black may be missing before it, or it is mistyped"},
      {"unreachable", "startpos", "e4 e5", "exd4", "the pawn on e4 does not capture on d4"},
      {"wrong-side-to-move", "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1", "", "O-O",
       "it is Black's turn, but only White can play this move"},
      {"game-continues-past-mate", "startpos", "f3 e5 g4 Qh4#", "Kf2",
       "the game is over: White is checkmated"},
      {"game-continues-past-stalemate", "7k/8/6K1/8/8/8/5Q2/8 w - - 0 80", "Qf7", "Kg8",
       "the game is over: Black is stalemated"},
  })));
}

TEST_CASE("an ambiguous move is shown with all its meanings", "[illegality]") {
  check(GENERATE(values<Case>({
      {"ambiguous", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "", "Nd2",
       "the knights on b1 and f3 can both go to d2", "write Nbd2 or Nfd2"},
      {"ambiguous", "2k5/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "", "Qe1",
       "the queens on h1, e4 and h4 can all go to e1"},
  })));
}

TEST_CASE("an unnecessary promotion piece does not change the move", "[illegality]") {
  San san = San::piece(Role::Knight, Square::F3);
  san.set_promotion(Role::Queen);
  const TestGame game = play_out("startpos", "");
  const Illegality found = explain(san, {.first = game.first, .moves = {}, .now = game.last()});
  CHECK(found.code == DiagnosticCode::PromoSpurious);
  CHECK(move_without_promotion(san, game.last()) == Move::normal(Square::G1, Square::F3));
}

TEST_CASE("an incomplete history gives no wrong move number", "[illegality]") {
  // As in a variation, the given position is later than the position reached by the given moves.
  const TestGame game = play_out("startpos", "e4 e5 Ke2 Ke7 Ke1 Ke8");
  const Illegality found =
      explain(San::castling(CastlingSide::King),
              {.first = game.first, .moves = std::span(game.moves).first(2), .now = game.last()});
  CHECK(found.code == DiagnosticCode::CastlingRightLost);
  CHECK(found.message.text == "castling is lost for good: the king or the rook has moved");
}

// Returns every SAN that a player could write, without check marks.
std::vector<San> all_sans() {
  std::vector<San> sans{San::castling(CastlingSide::King), San::castling(CastlingSide::Queen)};
  for (int to = 0; to < kSquareCount; ++to) {
    for (int role = 0; role < 6; ++role) {
      San san = San::piece(static_cast<Role>(role), square_at(to));
      sans.push_back(san);
      san.set_capture();
      sans.push_back(san);
      for (int file = 0; file < 8; ++file) {
        San from_file = san;
        from_file.set_from(static_cast<File>(file));
        sans.push_back(from_file);
        from_file.set_promotion(Role::Knight);
        sans.push_back(from_file);
        from_file.set_from(static_cast<Rank>(file));
        sans.push_back(from_file);
      }
    }
  }
  return sans;
}

// Returns the squares that the SAN allows as origins. A pawn that does not capture comes from the
// file of its target.
Bitboard origins_named(const San& san) {
  const bool is_push = san.role() == Role::Pawn && !san.is_capture() && !san.from_file();
  return is_push ? san.origin_mask() & file_of(san.to()) : san.origin_mask();
}

TEST_CASE("every illegal move gets a true reason", "[illegality]") {
  const auto fen =
      GENERATE(as<std::string>{}, "startpos",
               "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
               "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
               "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
               "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
               "4k3/8/8/8/1b6/3n4/8/R3K3 w - - 0 1", "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
               "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "k7/P7/1K6/8/8/8/8/8 b - - 0 1",
               "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9");
  CAPTURE(fen);
  const TestGame game = play_out(fen, "");
  const Position& now = game.last();
  for (const San& san : all_sans()) {
    const SanStatus status = resolve(san, now).status;
    if (status == SanStatus::Legal) continue;
    const Illegality found = explain(san, {.first = game.first, .moves = {}, .now = now});
    CAPTURE(to_string(san), found.message.text, entry_of(found.code).id);
    REQUIRE_FALSE(found.message.text.empty());
    REQUIRE_THAT(found.message.text, !Contains("{"));
    switch (found.code) {
      case DiagnosticCode::NoSuchPiece:
        REQUIRE((now.board().of(now.turn(), san.role()) & origins_named(san)).is_empty());
        break;
      case DiagnosticCode::OwnPiece:
        REQUIRE(now.board().of(now.turn()).contains(san.to()));
        break;
      case DiagnosticCode::MustAnswerCheck:
        REQUIRE(now.is_check());
        break;
      case DiagnosticCode::GameContinuesPastMate:
        REQUIRE(is_checkmate(now));
        break;
      case DiagnosticCode::GameContinuesPastStalemate:
        REQUIRE(is_stalemate(now));
        break;
      case DiagnosticCode::Ambiguous:
        REQUIRE(status == SanStatus::Ambiguous);
        break;
      case DiagnosticCode::PromoPieceMissing:
        REQUIRE(status == SanStatus::PromotionMissing);
        break;
      default:
        REQUIRE(entry_of(found.code).group != Group::Lexical);
    }
  }
}

}  // namespace
}  // namespace arbiter::testing
