#include <catch2/catch.hpp>
#include <string>

#include "lib/notation/fen.h"
#include "lib/notation/loose_move.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"
#include "tests/notation/random_games.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

LooseResolution resolved(const std::string& fen, const std::string& text) {
  return resolve(*parse_loose_move(text, {}), *parse_position(fen));
}

TEST_CASE("loose spellings mean the legal move that a reader would choose", "[loose]") {
  struct Case {
    std::string fen, text, san;
  };
  const std::string castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  const std::string bishop = "4k3/8/8/8/8/2p5/3B4/4K3 w - - 0 1";
  const std::string pawn_and_bishop = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";
  const Case cases[] = {
      {castling, "e1g1", "O-O"},
      {castling, "e1h1", "O-O"},
      {castling, "Ke1-c1", "O-O-O"},
      {castling, "0-0-0", "O-O-O"},
      {castling, "a1-a8", "Rxa8+"},
      {castling, "a1xa8+", "Rxa8+"},
      {castling, "e1-g1", "O-O"},
      {castling, "a1-b3", ""},
      {castling, "a8-a1", ""},
      {castling, "Pa1-a8", ""},
      {castling, "Ra1-a8", "Rxa8+"},
      {castling, "a1a8", "Rxa8+"},
      {bishop, "bxc3", "Bxc3"},
      {pawn_and_bishop, "bxc3", "bxc3"},
      {pawn_and_bishop, "bc3", "bxc3"},
      {pawn_and_bishop, "Pxc3", "bxc3"},
      {"3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7xd8=Q", "exd8=Q+"},
      {"3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "exd8=N"},
      {"7k/8/8/3pP3/8/8/8/B6K w - d6 0 1", "e5-d6", "exd6+"},
      {"7k/8/8/3pP3/8/8/8/B6K w - d6 0 1", "exd6e.p.", "exd6+"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g2f3", ""},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e7e5", ""},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "--", ""},
  };
  for (const Case& c : cases) {
    CAPTURE(c.fen, c.text);
    const LooseResolution result = resolved(c.fen, c.text);
    REQUIRE((result.resolution.status == SanStatus::Legal) == !c.san.empty());
    if (!c.san.empty()) CHECK(san_of(result.resolution.move, *parse_position(c.fen)) == c.san);
  }
}

TEST_CASE("a reading as a bishop is a small piece letter, one as a pawn is not", "[loose]") {
  REQUIRE(resolved("4k3/8/8/8/8/2p5/3B4/4K3 w - - 0 1", "bxc3")
              .spelling.has(SpellingDeviation::LowerCasePiece));
  REQUIRE_FALSE(resolved("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "bxc3").spelling.any());
  // If neither is legal, the pawn move is the written one.
  const auto neither = resolved("4k3/8/8/8/8/8/3B4/4K3 w - - 0 1", "bxc5");
  REQUIRE(neither.resolution.status == SanStatus::Illegal);
  REQUIRE(neither.san.role() == Role::Pawn);
}

TEST_CASE("a promotion piece is never invented", "[loose]") {
  const std::string fen = "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1";
  for (const std::string text : {"e8", "e8=K", "e8=P", "e7e8", "e7-e8", "e7e8k", "e8="}) {
    CAPTURE(text);
    CHECK(resolved(fen, text).resolution.status == SanStatus::PromotionMissing);
  }
  CHECK(resolved(fen, "e7f8").resolution.status == SanStatus::Illegal);
}

TEST_CASE("UCI moves get the piece on their square", "[loose]") {
  const auto result = resolved("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "b1d2");
  REQUIRE(result.resolution.status == SanStatus::Illegal);
  REQUIRE(result.san.role() == Role::Knight);
  REQUIRE(result.san.is_capture());
}

// Returns moves such as Ng1-f3, e7xd8=Q+ and O-O; without the piece letter, g1-f3.
enum class Letter { Named, Left };
std::string long_algebraic(Move move, const Position& position, Letter letter) {
  const std::string san = san_of(move, position);
  if (move.kind() == MoveKind::Castling) return san;
  const Role role = position.board().at(move.from())->role();
  std::string text;
  if (role != Role::Pawn && letter == Letter::Named) text += letter_of(role);
  text += to_string(move.from());
  text += san.find('x') == std::string::npos ? '-' : 'x';
  text += to_string(move.to());
  if (move.kind() == MoveKind::Promotion) text += {'=', letter_of(move.promotion_role())};
  if (san.back() == '+' || san.back() == '#') text += san.back();
  return text;
}

TEST_CASE("long algebraic and UCI forms of every legal move mean this move", "[loose]") {
  testing::for_positions_of_random_games(
      3, [](const judge::JudgeBoard& board, const Position& position) {
        CAPTURE(board.fen());
        for (const judge::JudgeMove& judged : board.legal_moves()) {
          const Move move = judge::move_of(judged, board);
          for (const std::string& text :
               {long_algebraic(move, position, Letter::Named),
                long_algebraic(move, position, Letter::Left), uci_of(move, position),
                san_of(move, position), san_of(move, position) + "!?"}) {
            const auto loose = parse_loose_move(text, {});
            if (!loose) FAIL(text << " is not read");
            const auto result = resolve(*loose, position);
            // "Nb4xa2" is SAN too, with more of the origin than necessary.
            const bool may_name_too_much =
                move.kind() != MoveKind::Castling && loose->from && !loose->spelling.any();
            const SanDeviations deviations = result.resolution.deviations;
            const bool deviates = may_name_too_much
                                      ? deviations.has(SanDeviation::CaptureMissing) ||
                                            deviations.has(SanDeviation::CaptureSpurious) ||
                                            deviations.has(SanDeviation::OtherDisambiguation)
                                      : deviations.any();
            if (result.resolution.status != SanStatus::Legal || result.resolution.move != move ||
                deviates) {
              FAIL(text << " is read as another move");
            }
          }
        }
      });
}

}  // namespace
}  // namespace arbiter::testing
