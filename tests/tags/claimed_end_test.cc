#include "lib/tags/claimed_end.h"

#include <catch2/catch.hpp>
#include <string>

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using enum EndCause;

struct Row {
  std::string text;
  EndCause cause;
  std::optional<Outcome> outcome;
};

constexpr Outcome kWhite = Outcome::WhiteWins;
constexpr Outcome kBlack = Outcome::BlackWins;
constexpr Outcome kDraw = Outcome::Draw;

TEST_CASE("a sentence on the end of a game is understood", "[claimed_end]") {
  const Row row = GENERATE(values<Row>({
      {"White resigns", Resignation, kBlack},
      {"Black resigned.", Resignation, kWhite},
      {"Smith resigns", Resignation, kBlack},
      {"egor_tensin won by resignation", Resignation, kWhite},
      {"Vladimir_VP won by checkmate", Checkmate, kBlack},
      {"egor_tensin won on time", Time, kWhite},
      {"egor_tensin won - game abandoned", Forfeit, kWhite},
      {"White forfeits on time", Time, kBlack},
      {"Black forfeits by disconnection", Forfeit, kWhite},
      {"Black's connection stalls", Forfeit, kWhite},
      {"White disconnects", Forfeit, kBlack},
      {"White checkmated", Checkmate, kBlack},
      {"White mates", Checkmate, kWhite},
      {"BLACK WINS BY CHECKMATE!", Checkmate, kBlack},
      {"White wins by adjudication: TCEC win rule", Adjudication, kWhite},
      {"Black makes an illegal move: c5f5", RulesInfraction, kWhite},
      {"White wins", Unstated, kWhite},
      {"Black ran out of time", Time, kWhite},
      {"White ran out of time and Black has no material to mate", Time, kDraw},
      {"Game drawn by repetition", Repetition, kDraw},
      {"Draw by 3-fold repetition", Repetition, kDraw},
      {"Draw by fifty moves rule", FiftyMoves, kDraw},
      {"Game drawn by timeout vs insufficient material", Time, kDraw},
      {"Draw by insufficient mating material", InsufficientMaterial, kDraw},
      {"1/2 agreed", Agreement, kDraw},
      {"Draw agreed", Agreement, kDraw},
      {"Game drawn by mutual agreement", Agreement, kDraw},
      {"Draw", Unstated, kDraw},
      {"3-fold rep", Repetition, kDraw},
      {"50-move rule", FiftyMoves, kDraw},
      {"Stalemate", Stalemate, kDraw},
      {"Checkmate", Checkmate, std::nullopt},
      {"illegal move", RulesInfraction, std::nullopt},
  }));
  CAPTURE(row.text);
  const PlayerNames players = row.text.starts_with("Smith")
                                  ? PlayerNames{"Smith", "Jones"}
                                  : PlayerNames{"egor_tensin", "Vladimir_VP"};
  const auto claim = claimed_end(row.text, players);
  REQUIRE(claim.has_value());
  REQUIRE(claim->cause == row.cause);
  REQUIRE(claim->outcome == row.outcome);
  REQUIRE(row.text.find(claim->words) == 0);
}

TEST_CASE("other sentences do not state the end", "[claimed_end]") {
  const std::string text = GENERATE(
      as<std::string>{}, "", ".", "White", "Black is down a rook and has no more checks.",
      "White should have resigned", "White resigns himself to a worse endgame", "Smith resigns",
      "Black loses a pawn", "White wins the exchange", "White mates in three",
      "The original result of the game (1-0) was overturned", "a draw was a fair result",
      "stalemate was the point", "White won on points", "Black lost on the queenside");
  CAPTURE(text);
  REQUIRE_FALSE(claimed_end(text).has_value());
}

TEST_CASE("the winner is unknown if the name is unknown or that of both", "[claimed_end]") {
  for (const PlayerNames players : {PlayerNames{"Smith", "Smith"}, PlayerNames{"Jones", ""}}) {
    const auto claim = claimed_end("Smith won on time", players);
    REQUIRE(claim.has_value());
    REQUIRE(claim->cause == Time);
    REQUIRE_FALSE(claim->outcome.has_value());
    REQUIRE_FALSE(claimed_end("Smith resigns", players).has_value());
  }
  REQUIRE(claimed_end("White won on time", {"Smith", "Smith"})->outcome == kWhite);
}

TEST_CASE("the statement is found in the comment at the end of a game", "[claimed_end]") {
  const Row row = GENERATE(values<Row>({
      {"{White resigns}", Resignation, kBlack},
      {"{ White wins by checkmate. }", Checkmate, kWhite},
      {"{ White wins. }", Unstated, kWhite},
      {"{ [%clk 0:00:01] Black resigns }", Resignation, kWhite},
      {"{Black resigns [%eval 12.4] }", Resignation, kWhite},
      {"{-M2/5 0.1s, Black mates}", Checkmate, kBlack},
      {"{0.00/54 2.039s, Draw by adjudication}", Adjudication, kDraw},
      {"{A fine game. White resigned.}", Resignation, kBlack},
      {"{Draw by repetition! Both were content.}", Repetition, kDraw},
      {"Black resigns", Resignation, kWhite},
  }));
  CAPTURE(row.text);
  const auto claim = claimed_end_in_comment(row.text);
  REQUIRE(claim.has_value());
  REQUIRE(claim->cause == row.cause);
  REQUIRE(claim->outcome == row.outcome);
  REQUIRE(row.text.find(claim->words) != std::string::npos);
  REQUIRE(claim->words.data() >= row.text.data());
  REQUIRE(claim->words.data() + claim->words.size() <= row.text.data() + row.text.size());
}

TEST_CASE("analysis in the comment at the end is not a statement", "[claimed_end]") {
  const std::string text = GENERATE(
      as<std::string>{}, "{}", "{ }", "{[%clk 0:10:41]}", "{ [%eval -2.73] [%clk 0:00:21] }",
      "{[%clk 0:10", "{After 40. Kg1, White wins}", "{Hopeless is 41. Kh1. Mate!}",
      "{If 45. Ke2 Kg3, draw}", "{Now White wins. But it takes long.}",
      "{Sadly, it was not the day for a sacrifice win from Kramnik.}",
      "{Kasparov said that Black resigned too early.}");
  CAPTURE(text);
  REQUIRE_FALSE(claimed_end_in_comment(text).has_value());
}

TEST_CASE("a long comment is not a statement", "[claimed_end]") {
  const std::string text = "{" + std::string(400, 'x') + ". White resigns.}";
  REQUIRE_FALSE(claimed_end_in_comment(text).has_value());
}

TEST_CASE("a claimed end allows its possible results", "[claimed_end]") {
  struct Case {
    std::string text;
    bool white, black, draw, unknown;
  };
  const Case row = GENERATE(values<Case>({
      {"Black resigns", true, false, false, false},
      {"White forfeits on time", false, true, false, false},
      {"White ran out of time", false, true, true, false},
      {"Draw agreed", false, false, true, false},
      {"Checkmate", true, true, false, false},
      {"time forfeit", true, true, true, false},
      {"illegal move", true, true, true, false},
      {"Resignation", true, true, false, false},
      {"Repetition", false, false, true, false},
  }));
  CAPTURE(row.text);
  const auto claim = claimed_end(row.text);
  REQUIRE(claim.has_value());
  REQUIRE(claim->fits(Outcome::WhiteWins) == row.white);
  REQUIRE(claim->fits(Outcome::BlackWins) == row.black);
  REQUIRE(claim->fits(Outcome::Draw) == row.draw);
  REQUIRE(claim->fits(Outcome::Unknown) == row.unknown);
}

}  // namespace
}  // namespace arbiter::testing
