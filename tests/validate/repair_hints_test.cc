#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lib/notation/san.h"
#include "lib/validate/start_position.h"
#include "tests/laws/test_game.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using testing::play_out;
using testing::sans_of;
using testing::TestGame;

std::string text_or_nothing(std::optional<Move> move, const Position& now) {
  return move ? san_of(*move, now) : "";
}

struct Typo {
  std::string played;
  std::string written;
  std::string rest;
  std::string meant;  // empty if nothing is guessed
};

TEST_CASE("a typing error is found if the rest of the game allows only one move",
          "[repair_hints]") {
  const auto typo = GENERATE(values<Typo>({
      {"e4 e5 Nf3 Nc6", "Bb6", "a6 Ba4 Nf6 O-O Be7", "Bb5"},
      {"e4 e5", "Nf4", "Nc6 Nxe5 Nxe5 d4", "Nf3"},
      {"e4 e5", "Ne3", "Nc6 Bb5 a6 Ba4", ""},        // Nf3, Nc3 and Ne2 are possible
      {"e4 e5", "Nf4", "Nc6 Nxe5", ""},              // too few moves
      {"e4 e5", "Nf4", "Nc6 Nxe5 Nxe5 d4 Rh5", ""},  // a later move is also illegal
      {"e4 e5", "Qh6", "Nc6 Qxf7+ Kxf7 Nf3", "Qh5"},
      {"e4 e5", "Qg6", "Nc6 Qxf7+ Kxf7 Nf3", ""},  // Qg4 is similar, but does not match
  }));
  CAPTURE(typo.played, typo.written, typo.rest);
  const TestGame game = play_out("startpos", typo.played);
  const auto meant = suspected_typo(typo.written, game.last(), sans_of(typo.rest));
  CHECK(text_or_nothing(meant, game.last()) == typo.meant);
}

TEST_CASE("an ambiguous move is decided by the following moves", "[repair_hints]") {
  const std::string fen = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
  const TestGame game = play_out(fen, "");
  const San ambiguous = sans_of("Nd2")[0];
  CHECK(text_or_nothing(meaning_by_rest(ambiguous, game.last(), sans_of("Ke7 Nc3 Kd6 Nf3")),
                        game.last()) == "Nfd2");
  CHECK(text_or_nothing(meaning_by_rest(ambiguous, game.last(), sans_of("Ke7 Ne5 Kd8 Ke2")),
                        game.last()) == "Nbd2");
  CHECK(text_or_nothing(meaning_by_rest(ambiguous, game.last(), sans_of("Ke7 Ke2 Kd6 Ke3")),
                        game.last())
            .empty());
}

TEST_CASE("a missing move is reported with its player, and by name if only one is possible",
          "[repair_hints]") {
  const TestGame game = play_out("startpos", "e4 e5 Nf3");
  // A black knight can reach d4 only from c6.
  const auto named = missing_ply(game.last(), sans_of("Bb5 Nd4 Nxd4 exd4"));
  REQUIRE(named.has_value());
  CHECK(named->player == Color::Black);
  CHECK(text_or_nothing(named->move, game.last()) == "Nc6");

  const auto unnamed = missing_ply(game.last(), sans_of("Bc4 Bc5 O-O d6"));
  REQUIRE(unnamed.has_value());
  CHECK_FALSE(unnamed->move.has_value());

  CHECK_FALSE(missing_ply(game.last(), sans_of("Bb5 a6 Bxc6 dxc6 Rh8")).has_value());
  CHECK_FALSE(missing_ply(game.last(), sans_of("Bb5 a6")).has_value());
}

TEST_CASE("long rests of games stay within the budget", "[repair_hints]") {
  std::vector<San> rest;
  for (int i = 0; i < 50'000; ++i) {
    for (const San& san : sans_of("Nf6 Ng1 Ng8 Nf3")) rest.push_back(san);
  }
  const TestGame game = play_out("startpos", "");
  CHECK_FALSE(suspected_typo("Nf4", game.last(), rest).has_value());
}

TEST_CASE("kings in the centre are recognized as signs of the result", "[repair_hints]") {
  struct Kings {
    std::string rest;
    bool is_result;
    std::optional<Outcome> outcome;
  };
  const auto kings = GENERATE(values<Kings>({
      {"Ke4 Kd5", true, Outcome::WhiteWins},
      {"Kd5 Ke4", true, Outcome::WhiteWins},
      {"Kd4 Ke5", true, Outcome::BlackWins},
      {"Ke4 Ke5", true, Outcome::Draw},
      {"Kd4 Kd5", true, Outcome::Draw},
      {"Ke4", true, std::nullopt},
      {"Ke4 Qd5", false, std::nullopt},
      {"Ke3 Kd5", false, std::nullopt},
      {"Ke4 Kd5 Ke3", false, std::nullopt},
      {"Kxe4 Kd5", false, std::nullopt},
      {"Ke4 Kxd5", false, std::nullopt},
      {"Ke4 Ke4", false, std::nullopt},
      {"", false, std::nullopt},
  }));
  CAPTURE(kings.rest);
  const auto result = kings_to_centre(play_out("startpos", "").last(), sans_of(kings.rest));
  REQUIRE(result.has_value() == kings.is_result);
  if (result) CHECK(result->outcome == kings.outcome);
}

TEST_CASE("after checkmate, only both kings can show the result", "[repair_hints]") {
  const auto [rest, is_result] = GENERATE(table<std::string, bool>({
      {"Kd4 Ke5", true},   // Black won
      {"Ke4 Kd5", false},  // White won
      {"Kd4", false},
      {"Kxe5 Ke5", false},
  }));
  CAPTURE(rest);
  const Position mate = play_out("startpos", "f3 e5 g4 Qh4#").last();
  CHECK(kings_to_centre(mate, sans_of(rest)).has_value() == is_result);
}

}  // namespace
}  // namespace arbiter::testing
