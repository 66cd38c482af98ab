#include "lib/laws/game_end.h"

#include <catch2/catch.hpp>
#include <string>

#include "tests/support/namespaces.h"
#include "tests/validate/games_checked.h"

namespace arbiter::testing {
namespace {

struct Played {
  std::string fen;
  std::string moves;
};

Played play_out(const std::string& fen, const std::string& moves) { return {fen, moves}; }

std::optional<GameEnd> end_of(const Played& game, RulesProfile profile = RulesProfile::Fide) {
  const std::string tags =
      game.fen == "startpos" ? "" : "[SetUp \"1\"]\n[FEN \"" + game.fen + "\"]";
  ValidatorOptions options;
  options.rules = profile;
  return testing::check_game(testing::game_text(tags, game.moves + " *"), options).summary.end;
}

struct Ended {
  std::string fen;
  std::string moves;
  GameEnd end;
};

TEST_CASE("the board shows how a game ended", "[game_end]") {
  using enum EndReason;
  const auto game = GENERATE(values<Ended>({
      {"startpos", "f3 e5 g4 Qh4#", {Checkmate, Outcome::BlackWins, 4}},
      // Mate takes precedence over any move count.
      {"7k/8/5K2/8/8/8/8/6Q1 w - - 99 120", "Qg7#", {Checkmate, Outcome::WhiteWins, 1}},
      {"7k/8/5K2/8/8/8/8/6Q1 w - - 149 120", "Qg7#", {Checkmate, Outcome::WhiteWins, 1}},
      {"7k/8/5K2/8/8/8/8/6Q1 w - - 149 120", "Qg2", {SeventyFiveMoves, Outcome::Draw, 1}},
      {"k7/8/1K6/8/8/8/8/7R w - - 149 80", "Rh8#", {Checkmate, Outcome::WhiteWins, 1}},
      {"k7/8/2K5/8/8/8/8/7R w - - 149 80", "Rh2", {SeventyFiveMoves, Outcome::Draw, 1}},
      // Stalemate also takes precedence.
      {"7k/8/6K1/8/8/8/5Q2/8 w - - 149 80", "Qf7", {Stalemate, Outcome::Draw, 1}},
      {"k7/P7/2K5/8/8/8/8/8 w - - 0 80", "Kb6", {Stalemate, Outcome::Draw, 1}},
      // The capture that leaves insufficient material ends the game, whether or not it is
      // stalemate.
      {"k7/1p6/K7/8/4B3/8/8/8 w - - 0 1", "Bxb7+", {DeadByMaterial, Outcome::Draw, 1}},
      {"k7/8/KB6/8/8/8/8/8 b - - 0 1", "", {DeadByMaterial, Outcome::Draw, 0}},
      // Black has no other move, so the game was already over.
      {"6Rk/8/7K/8/8/8/8/8 b - - 0 1", "Kxg8", {DeadByStructure, Outcome::Draw, 0}},
      {"startpos",
       "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8",
       {FivefoldRepetition, Outcome::Draw, 16}},
  }));
  CAPTURE(game.fen, game.moves);
  const auto end = end_of(play_out(game.fen, game.moves));
  REQUIRE(end.has_value());
  CHECK(to_string(end->reason) == to_string(game.end.reason));
  CHECK(*end == game.end);
}

TEST_CASE("a draw that must be claimed does not end the game", "[game_end]") {
  CHECK_FALSE(end_of(play_out("startpos", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")).has_value());
  CHECK_FALSE(end_of(play_out("7k/8/5K2/8/8/8/8/6Q1 w - - 99 120", "Qg2")).has_value());
  CHECK_FALSE(end_of(play_out("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", "Nc3")).has_value());
}

TEST_CASE("the profile decides which draws are automatic", "[game_end]") {
  using enum EndReason;
  const Played threefold = play_out("startpos", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
  CHECK(end_of(threefold, RulesProfile::ChessCom)->reason == ThreefoldRepetition);
  CHECK_FALSE(end_of(threefold, RulesProfile::Lichess).has_value());

  const Played fifty = play_out("7k/8/5K2/8/8/8/8/6Q1 w - - 99 120", "Qg2");
  CHECK(end_of(fifty, RulesProfile::ChessCom)->reason == FiftyMoves);
  CHECK(end_of(fifty, RulesProfile::Lichess)->reason == FiftyMoves);
  CHECK_FALSE(end_of(fifty, RulesProfile::Uscf).has_value());

  const Played seventy_five = play_out("7k/8/5K2/8/8/8/8/6Q1 w - - 149 120", "Qg2");
  CHECK(end_of(seventy_five, RulesProfile::Fide2014)->reason == SeventyFiveMoves);
  CHECK_FALSE(end_of(seventy_five, RulesProfile::FidePre2014).has_value());
  CHECK_FALSE(end_of(seventy_five, RulesProfile::Iccf).has_value());

  const std::string three_times = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 ";
  const Played detour = play_out("startpos", three_times + "Nf3 Nf6 Nc3 Nc6 Ng1 Ng8 Nb1 Nb8");
  CHECK(end_of(detour, RulesProfile::Fide)->reason == FivefoldRepetition);
  CHECK_FALSE(end_of(detour, RulesProfile::Fide2014).has_value());
  const Played direct = play_out("startpos", three_times + "Nf3 Nf6 Ng1 Ng8");
  CHECK(end_of(direct, RulesProfile::Fide2014)->reason == FivefoldRepetition);
  CHECK_FALSE(end_of(direct, RulesProfile::Iccf).has_value());
}

TEST_CASE("results are parsed and written as in PGN", "[game_end]") {
  for (const auto outcome :
       {Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw, Outcome::Unknown}) {
    CHECK(parse_outcome(to_string(outcome)) == outcome);
  }
  CHECK(to_string(Outcome::Draw) == "1/2-1/2");
  CHECK_FALSE(parse_outcome("1/2").has_value());
  CHECK_FALSE(parse_outcome("").has_value());
}

TEST_CASE("every end has a name and an article", "[game_end]") {
  CHECK(article_of(EndReason::Checkmate) == "Laws 5.1.1");
  CHECK(article_of(EndReason::SeventyFiveMoves) == "Laws 9.6.2");
  CHECK(to_string(EndReason::DeadByMaterial) == "dead position");
}

}  // namespace
}  // namespace arbiter::testing
