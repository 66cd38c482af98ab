#include <catch2/catch.hpp>
#include <string>

#include "db/import/game_drafter.h"
#include "tests/db/drafted_games.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
namespace {

std::string ending(const std::string& pgn) {
  const DraftBatch batch = drafts_of(pgn);
  REQUIRE(batch.games.size() == 1);
  return std::string(to_string(batch.games[0].ending));
}

std::string with_tag(const std::string& termination, const std::string& moves) {
  return "[Termination \"" + termination + "\"]\n\n" + moves;
}

std::string from(const std::string& fen, const std::string& moves) {
  return "[FEN \"" + fen + "\"]\n\n" + moves;
}

const std::string kKnightsOut = "Nf3 Nf6 Ng1 Ng8 ";

}  // namespace

TEST_CASE("the board decides how a game ended", "[played_ending]") {
  CHECK(ending("1. f3 e5 2. g4 Qh4# 0-1") == "mate");
  CHECK(ending(from("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "1. Qf7 1/2-1/2")) == "stalemate");
  CHECK(ending(from("8/8/8/8/8/k7/1p6/1K6 w - - 0 1", "1. Kc2 b1=Q+ 2. Kxb1 1/2-1/2")) == "dead");
  CHECK(ending(kKnightsOut + kKnightsOut + "1/2-1/2") == "threefold");
  CHECK(ending(kKnightsOut + kKnightsOut + "Nf3 1-0") == "unknown");
  CHECK(ending(from("4k2r/8/8/8/8/8/8/R3K3 w - - 99 90", "1. Ra2 1/2-1/2")) == "fifty");
  CHECK(ending(from("4k2r/8/8/8/8/8/8/R3K3 w - - 98 90", "1. Ra2 1/2-1/2")) == "unknown");
}

TEST_CASE("the board takes precedence over the tag, and the result comes last", "[played_ending]") {
  CHECK(ending(with_tag("time forfeit", "1. f3 e5 2. g4 Qh4# 0-1")) == "mate");
  CHECK(ending(with_tag("time forfeit", "1. e4 0-1")) == "time");
  CHECK(ending(with_tag("Time forfeit", "1. e4 *")) == "time");
  CHECK(ending(with_tag("abandoned", "1. e4 0-1")) == "abandoned");
  CHECK(ending(with_tag("adjudication", "1. e4 0-1")) == "adjudication");
  CHECK(ending(with_tag("rules infraction", "1. e4 0-1")) == "infraction");
  CHECK(ending(with_tag("Black won by resignation", "1. e4 0-1")) == "resignation");
  CHECK(ending(with_tag("Game drawn by agreement", "1. e4 1/2-1/2")) == "agreement");
  CHECK(ending(with_tag("normal", "1. e4 0-1")) == "unknown");
  CHECK(ending(with_tag("normal", "1. e4 *")) == "unfinished");
  CHECK(ending("1. e4 *") == "unfinished");
  CHECK(ending("1. e4") == "unfinished");
  CHECK(ending("1. e4 1-0") == "unknown");
}

TEST_CASE("a result without a move is a forfeit", "[played_ending]") {
  CHECK(ending("1-0") == "forfeit");
  CHECK(ending(with_tag("time forfeit", "0-1")) == "forfeit");
  CHECK(ending("*") == "unfinished");
  // Moves that could not be parsed, and moves of another game.
  CHECK(ending("1. Ke5 1-0") == "unknown");
  CHECK(ending("[Variant \"Atomic\"]\n\n1. e4 1-0") == "unknown");
  CHECK(ending("[Variant \"Atomic\"]\n[Termination \"Time forfeit\"]\n\n1. e4 1-0") == "time");
}

TEST_CASE("an automatic end counts only if no other end follows", "[played_ending]") {
  // A dead position after the capture, followed by two more moves.
  CHECK(ending(from("8/8/8/8/8/k7/1p6/1K6 w - - 0 1", "1. Kc2 b1=Q+ 2. Kxb1 Kb3 3. Ka1 1/2-1/2")) ==
        "dead");
  // Seventy-five moves are complete before the mate.
  const std::string mate =
      "[Date \"2020.01.01\"]\n[FEN \"7k/8/6K1/8/8/8/8/R7 w - - 148 99\"]\n\n"
      "1. Ra2 Kg8 2. Ra8# 1-0";
  CHECK(ending(mate) == "mate");
}
