// Checks, pins, en passant and material of a position, with hand-made results.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/laws/board_facts.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "tests/chess/random_positions.h"
#include "tests/judge/judged_setup.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using judge::position_of;
using judge::setup_of;

std::string sans(const std::vector<Move>& moves, const Position& position) {
  std::vector<std::string> names;
  for (const Move move : moves) names.push_back(san_of(move, position));
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
  return text;
}

EnPassantStatus en_passant_of(const std::string& fen) {
  const Setup setup = setup_of(fen);
  const Position now(setup);
  return en_passant_status({setup, {}, now});
}

TEST_CASE("the three answers to a check are distinguished", "[check]") {
  struct Example {
    std::string fen;
    std::string king;
    std::string blocks;
    std::string captures;
  };
  const Example example = GENERATE(values<Example>({
      // Check by a rook: king moves, interpositions, captures.
      {"4r1k1/8/8/8/8/8/3N4/R3K3 w - - 0 1", "Kd1 Kf1 Kf2", "Ne4", ""},
      {"4r1k1/8/8/8/8/5N2/8/4K3 w - - 0 1", "Kd1 Kd2 Kf1 Kf2", "Ne5", ""},
      // A knight check cannot be blocked.
      {"6k1/8/8/8/8/3n4/8/3RK3 w - - 0 1", "Kd2 Ke2 Kf1", "", "Rxd3"},
      // Double check: only the king moves.
      {"4r1k1/8/8/8/8/3n4/8/3RK3 w - - 0 1", "Kd2 Kf1", "", ""},
      // En passant captures the checker.
      {"8/8/8/3k4/3pP3/8/8/4K3 b - e3 0 1", "Kc4 Kc5 Kc6 Kd6 Ke5 Ke6", "", "Kxe4 dxe3"},
      {"6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", "", "", ""},
  }));
  CAPTURE(example.fen);
  const Position position = position_of(example.fen);
  const CheckAnswers answers = check_answers(position);
  CHECK(sans(answers.king_moves, position) == example.king);
  CHECK(sans(answers.blocks, position) == example.blocks);
  CHECK(sans(answers.captures, position) == example.captures);
}

TEST_CASE("every legal move answers a check in one of three ways", "[check]") {
  testing::visit_random_games(
      3, 120, [](const Position& position, const judge::JudgeBoard& judged) {
        if (!position.is_check()) return;
        CAPTURE(judged.fen());
        const CheckAnswers answers = check_answers(position);
        const std::size_t all =
            answers.king_moves.size() + answers.blocks.size() + answers.captures.size();
        CHECK(all == judged.legal_moves().size());
        if (!has_line_to_block(position)) CHECK(answers.blocks.empty());
      });
}

TEST_CASE("a pinned piece has no safe move off its line", "[pins]") {
  testing::visit_random_games(
      3, 120, [](const Position& position, const judge::JudgeBoard& judged) {
        CAPTURE(judged.fen());
        for (const Pin& pin : pins_of(position.board(), position.turn())) {
          for (const Move move : legal_moves_from(position, pin.piece)) {
            const bool stays = between(pin.king, pin.pinner).contains(move.to());
            CHECK((stays || move.to() == pin.pinner));
          }
          // Without the pinned piece, the pinner gives check.
          const Bitboard rest = position.board().occupied() & ~Bitboard(pin.piece);
          CHECK(position.attackers(pin.king, other(position.turn()), rest).contains(pin.pinner));
        }
      });
}

TEST_CASE("a pin names the pinned piece, the pinner and the target", "[pins]") {
  const auto pins =
      pins_of(position_of("4k3/8/8/8/1b6/8/3N1N2/4K3 w - - 0 1").board(), Color::White);
  REQUIRE(pins.size() == 1);
  CHECK(pins.front().piece == Square::D2);
  CHECK(pins.front().pinner == Square::B4);
  CHECK(pins.front().king == Square::E1);
}

TEST_CASE("an en passant capture is legal or has a reason against it", "[en-passant]") {
  struct Example {
    std::string fen;
    EnPassantState state;
    std::string words;
  };
  using State = EnPassantState;
  const Example example = GENERATE(values<Example>({
      {"8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", State::NotLegal, "without the pawns on"},
      {"8/8/8/8/k2Pp2R/8/8/3K4 b - d3 0 1", State::NotLegal, "without the pawns on"},
      {"8/8/8/2k5/3Pp3/8/8/4K2B b - d3 0 1", State::Legal, "only on this move"},
      {"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", State::NotLegal, "pinned"},
      {"7k/8/8/3pP3/8/8/8/B6K w - d6 0 1", State::Legal, "only on this move"},
      {"8/8/8/3k4/3pP3/8/8/4K3 b - e3 0 1", State::Legal, "only on this move"},
      {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", State::NobodyBeside, "e4"},
      {"4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", State::NoSuchRight, "no pawn of Black stands on d5"},
      {"4k3/8/8/8/3Pp3/8/8/4K3 w - d3 0 1", State::NoSuchRight, "rank"},
      {"4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", State::NoSuchRight, "the knight on d7"},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", State::NoDoubleStep, "nothing shows"},
  }));
  CAPTURE(example.fen);
  const EnPassantStatus status = en_passant_of(example.fen);
  CHECK(status.state == example.state);
  CHECK_THAT(status.reason.text, Catch::Contains(example.words));
  CHECK(status.captures.empty() == (example.state != State::Legal));
}

TEST_CASE("en passant is the same from the last move of a game as from the FEN", "[en-passant]") {
  testing::visit_random_games(
      3, 120, [](const Position& position, const judge::JudgeBoard& judged) {
        const Setup setup = setup_of(judged);
        CAPTURE(judged.fen());
        const EnPassantStatus status = en_passant_status({setup, {}, position});
        CHECK((status.state == EnPassantState::Legal) == position.en_passant().has_value());
        CHECK(status.state != EnPassantState::NoSuchRight);
      });
}

TEST_CASE("pieces are counted by their usual values", "[material]") {
  const Board start =
      position_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").board();
  CHECK(material_of(start, Color::White).value() == 39);
  CHECK(to_string(material_of(start, Color::Black)) ==
        "queen, 2 rooks, 2 bishops, 2 knights, 8 pawns");
  const Board few = position_of("4k3/8/8/8/8/8/8/RN2K3 w - - 0 1").board();
  CHECK(material_of(few, Color::White).value() == 8);
  CHECK(to_string(material_of(few, Color::Black)) == "bare king");
}

TEST_CASE("castling is judged for both sides", "[castling]") {
  const Setup setup = setup_of("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
  const Position now(setup);
  const PositionFacts facts = position_facts({setup, {}, now});
  CHECK(facts.castling_of(Color::White, CastlingSide::King).is_legal());
  const CastlingStatus& queen_side = facts.castling_of(Color::White, CastlingSide::Queen);
  CHECK(queen_side.state == CastlingState::PreventedForNow);
  CHECK(queen_side.square == Square::D1);
  CHECK(queen_side.attacker == Square::D8);
  CHECK(facts.castling_of(Color::Black, CastlingSide::Queen).state != CastlingState::Legal);
  CHECK(facts.moves.front().from == Square::E1);
  CHECK_FALSE(facts.check.has_value());
}

TEST_CASE("attacked pieces are listed with all attackers, pinned or not", "[attacks_on_men]") {
  struct Example {
    std::string fen;
    std::string white;  // White's attacked pieces, each with its attackers
    std::string black;
    std::string captures;  // captures by the side not to move; "check" if it cannot make any
  };
  const Example example = GENERATE(values<Example>({
      {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4:d5", "d5:e4", "dxe4"},
      // The pinned knight on d2 still attacks, but could not capture.
      {"4k3/8/8/8/1b2r3/8/3N4/4K3 w - - 0 1", "e1:e4 d2:b4", "e4:d2", "check"},
      {"4k3/8/8/8/1b6/5r2/3N4/4K3 b - - 0 1", "d2:b4", "f3:d2", ""},
      // Two attackers of one piece, and a capture prevented by a pin.
      {"3rk3/8/8/8/1b6/8/3Q4/4K3 w - - 0 1", "d2:b4,d8", "b4:d2 d8:d2", "Bxd2+ Rxd2"},
      // En passant is impossible if the turn is passed.
      {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "", "", ""},
  }));
  CAPTURE(example.fen);
  const Position now = position_of(example.fen);
  const auto text_of = [&](Color color) {
    std::string text;
    for (const AttackedPiece& attacked : attacked_pieces(now, color)) {
      text += (text.empty() ? "" : " ") + to_string(attacked.piece) + ":";
      std::string by;
      for (const Square square : attacked.by) by += (by.empty() ? "" : ",") + to_string(square);
      text += by;
    }
    return text;
  };
  CHECK(text_of(Color::White) == example.white);
  CHECK(text_of(Color::Black) == example.black);
  const auto captures = opponent_captures(now);
  CHECK((captures ? sans(captures->moves, captures->position) : "check") == example.captures);
}

}  // namespace
}  // namespace arbiter::testing
