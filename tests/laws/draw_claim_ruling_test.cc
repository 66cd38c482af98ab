// Tests claims of a draw (articles 9.2, 9.3 and 9.5) with unambiguous rulings.
#include <catch2/catch.hpp>
#include <string>

#include "tests/laws/ruling_row.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

constexpr Color kWhite = Color::White;
constexpr Color kBlack = Color::Black;

TEST_CASE("the ruling on an incorrect claim contains its penalty", "[adjudication]") {
  struct Claim {
    Color by;
    std::string words;
    bool is_told;
  };
  const auto [by, words, is_told] = GENERATE(values<Claim>({
      {kBlack, "must be played", true},
      // White is not to move, and announces nothing.
      {kWhite, "must be played", false},
      {kBlack, "White gets two minutes (Laws 9.5.3; one minute in rapid and blitz", true},
  }));
  const RulingRow row{kStart, "Nf3 Nf6 Ng1", GameEvent::ThreefoldClaim,
                      by,     "goes on",     by == kBlack ? "Laws 9.2.1" : "Laws 9.2",
                      "Ng8"};
  check(row);
  CHECK(has_note(*ruling_on(row), words) == is_told);
}

TEST_CASE("claims of a threefold repetition are right or wrong", "[adjudication]") {
  const std::string shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";
  const std::string en_passant = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
  const std::string rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  const std::string walk = "e4 Kd8 Kd1 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1";
  const std::string tour = "Rb1 Rb8 Ra1 Ra8 Rb1 Rb8 Ra1 Ra8 Rb1";
  const GameEvent claim = GameEvent::ThreefoldClaim;
  check(GENERATE_COPY(values<RulingRow>({
      {kStart, shuffle, claim, kBlack, "goes on", "Laws 9.2.2"},
      {kStart, shuffle, claim, kBlack, "1/2-1/2", "Laws 9.2.1", "Ng8"},
      {kStart, shuffle, claim, kBlack, "goes on", "Laws 9.2.1", "e5"},
      {kStart, shuffle, claim, kWhite, "goes on", "Laws 9.2"},
      {kStart, shuffle + " Ng8", claim, kWhite, "1/2-1/2", "Laws 9.2.2"},
      {en_passant, walk, claim, kBlack, "1/2-1/2", "Laws 9.2.1", "Kd8"},
      {en_passant, walk, claim, kBlack, "goes on", "Laws 9.2.2"},
      {en_passant, walk + " Kd8", claim, kWhite, "1/2-1/2", "Laws 9.2.2"},
      {rooks, tour, claim, kBlack, "1/2-1/2", "Laws 9.2.1", "Rb8"},
      {rooks, tour + " Rb8", claim, kWhite, "1/2-1/2", "Laws 9.2.2"},
      {rooks, "Rb1 Rb8 Ra1 Ra8 Rb1 Rb8 Ra1 Ra8", claim, kWhite, "goes on", "Laws 9.2.2"},
      // The moves before the initial position are unknown or irrelevant.
      {"8/8/4k3/8/8/3K4/3R4/8 w - - 20 60", "", claim, kWhite, "undetermined", "Laws 9.2"},
      {"8/8/4k3/8/8/3K4/3R4/8 w - - 8 60", "", claim, kWhite, "undetermined", "Laws 9.2"},
      {"8/8/4k3/8/8/3K4/3R4/8 w - - 7 60", "", claim, kWhite, "goes on", "Laws 9.2.2"},
      {"8/8/4k3/8/8/3K4/3R4/8 w - - 7 60", "", claim, kWhite, "undetermined", "Laws 9.2", "Kd4"},
      {"8/8/4k3/8/8/3K4/3R4/8 w - - 6 60", "", claim, kWhite, "goes on", "Laws 9.2.1", "Kd4"},
      {"k7/8/1K6/8/8/8/8/7R w - - 40 80", "", claim, kWhite, "undetermined", "Laws 9.2", "Rh2"},
      {"k7/8/1K6/8/8/8/8/7R w - - 40 80", "", claim, kWhite, "goes on", "Laws 9.2.1", "Rh8#"},
      {"k7/8/1K6/8/8/8/P7/7R w - - 40 80", "", claim, kWhite, "goes on", "Laws 9.2.1", "a3"},
  })));
}

TEST_CASE("claims of fifty moves are right or wrong", "[adjudication]") {
  const GameEvent claim = GameEvent::FiftyClaim;
  check(GENERATE_COPY(values<RulingRow>({
      {"k7/8/1K6/8/8/8/8/7R w - - 99 80", "", claim, kWhite, "1/2-1/2", "Laws 9.3.1", "Rh2"},
      {"k7/8/1K6/8/8/8/8/7R w - - 99 80", "", claim, kWhite, "1/2-1/2", "Laws 9.3.1", "Rh8#"},
      {"k7/8/1K6/8/8/8/8/7R w - - 99 80", "", claim, kWhite, "goes on", "Laws 9.3.2"},
      {"k7/8/1K6/8/8/8/8/7R w - - 99 80", "Rh2", claim, kBlack, "1/2-1/2", "Laws 9.3.2"},
      {"k7/8/1K6/8/8/8/8/7R w - - 98 80", "", claim, kWhite, "goes on", "Laws 9.3.1", "Rh2"},
      {"k7/8/1K6/8/8/8/8/7R w - - 99 80", "Rh2", claim, kWhite, "goes on", "Laws 9.3"},
      {"k7/8/1K6/8/8/8/P7/7R w - - 99 80", "", claim, kWhite, "goes on", "Laws 9.3.1", "a3"},
      {"4k3/8/8/8/8/8/8/4K2R w K - 99 60", "", claim, kWhite, "1/2-1/2", "Laws 9.3.1", "O-O"},
  })));
}

TEST_CASE("a claim of fifty moves with a pawn move or a capture is refused for that reason",
          "[adjudication]") {
  const auto [fen, move, words] = GENERATE(table<std::string, std::string, std::string>({
      {"k7/8/1K6/8/8/8/P7/7R w - - 99 80", "a3", "a3 moves a pawn"},
      {"k7/8/1K6/8/8/8/8/r6R w - - 99 80", "Rxa1+", "Rxa1+ captures a piece"},
  }));
  const auto ruling = ruling_on({fen, "", GameEvent::FiftyClaim, kWhite, "", "", move});
  REQUIRE(ruling.has_value());
  CHECK(ruling->article == "Laws 9.3.1");
  CHECK_THAT(ruling->reason, Catch::Contains(words));
}

TEST_CASE("a claim with a written move that cannot be played fails", "[adjudication]") {
  const auto [event, article] = GENERATE(table<GameEvent, std::string>(
      {{GameEvent::ThreefoldClaim, "Laws 9.2.1"}, {GameEvent::FiftyClaim, "Laws 9.3.1"}}));
  const TestGame game = play_out(kStart, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
  const auto ruling = adjudicate({game.first, game.moves, game.last()}, chances_of(game.last()),
                                 {.event = event, .by = kWhite, .unplayable = "Nf5: ..."});
  REQUIRE(ruling.has_value());
  CHECK(ruling->state == RulingState::GoesOn);
  CHECK(ruling->article == article);
  CHECK(has_note(*ruling, "in accordance with Articles 3 and 4 (Laws 9.5.3)"));
}

TEST_CASE("the Laws of the day decide after how many moves a draw can be claimed",
          "[adjudication]") {
  const GameEvent claim = GameEvent::FiftyClaim;
  const std::string bishops = "4k3/3n4/8/8/8/3K4/3BB3/8 w - - ";
  const std::string rooks = "4k3/3r4/8/8/8/3KB3/3R4/8 w - - ";
  using enum RulesProfile;
  check(GENERATE_COPY(values<RulingRow>({
      {bishops + "100 99", "", claim, kWhite, "1/2-1/2", "Laws 9.3.2", "", FidePre2014},
      {bishops + "100 99", "", claim, kWhite, "goes on", "Laws 9.3.2", "", Fide1989},
      {bishops + "149 99", "", claim, kWhite, "1/2-1/2", "Laws 9.3.1", "Kc3", Fide1989},
      {bishops + "150 99", "", claim, kWhite, "1/2-1/2", "Laws 9.3.2", "", Fide1989},
      {bishops + "100 99", "", claim, kWhite, "1/2-1/2", "Laws 9.3.2", "", Fide1952},
      {rooks + "263 150", "", claim, kWhite, "goes on", "Laws 9.3.2", "", Fide1928},
      {rooks + "264 150", "", claim, kWhite, "1/2-1/2", "Laws 9.3.2", "", Fide1928},
      {rooks + "199 120", "", claim, kWhite, "goes on", "Laws 9.3.2", "", Fide1952},
      {rooks + "200 120", "", claim, kWhite, "1/2-1/2", "Laws 9.3.2", "", Fide1952},
  })));
}

}  // namespace
}  // namespace arbiter::testing
