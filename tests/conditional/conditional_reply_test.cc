#include <catch2/catch.hpp>
#include <string>

#include "lib/conditional/conditional_moves.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

namespace {

// 12. e4 was played; Black is to move.
const std::string kFen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 12";
const std::string kSeries = "Nf6: e5 Nd5 d4; e6: d4 (d5: exd5; c5: Nf3)";

ConditionalSeries series_of(const std::string& fen, const std::string& text) {
  auto series = read_series(*parse_position(fen), text);
  REQUIRE(series);
  REQUIRE(series->can_stand());
  return *std::move(series);
}

}  // namespace

TEST_CASE("the opponent accepts all of a series or the beginning of it", "[conditional]") {
  struct Case {
    std::string moves;
    ReplyState state;
    std::size_t accepted;
    std::string bound_answer;
    std::uint32_t charged;
    std::size_t free_answers;
  };
  const auto row = GENERATE(values<Case>({
      // The reply contains no move of the series.
      {"c5", ReplyState::Left, 0, "", 12, 0},
      {"12... c5", ReplyState::Left, 0, "", 12, 0},
      // The reply begins with moves of the series, and continues with a different move by the
      // opponent.
      {"Nf6 e5 Ng8", ReplyState::Left, 2, "", 13, 1},
      {"12... e6 13. d4 b6", ReplyState::Left, 2, "", 13, 1},
      // The reply contains a complete branch, followed by another move by the opponent.
      {"Nf6 e5 Nd5 d4 d6", ReplyState::Left, 4, "", 14, 2},
      {"e6 d4 c5 Nf3 Nc6", ReplyState::Left, 4, "", 14, 2},
      // The last move is in the series: the proposer is still bound.
      {"Nf6", ReplyState::StillBound, 1, "e5", 12, 0},
      {"Nf6 e5 Nd5", ReplyState::StillBound, 3, "d4", 13, 1},
      {"e6 d4 d5", ReplyState::StillBound, 3, "exd5", 13, 1},
      // The opponent's own move is missing.
      {"Nf6 e5", ReplyState::OwnMoveMissing, 2, "", 12, 1},
      {"Nf6 e5 Nd5 d4", ReplyState::OwnMoveMissing, 4, "", 13, 2},
  }));
  CAPTURE(row.moves);
  const ConditionalSeries series = series_of(kFen, kSeries);
  const auto reply = match_reply(series, row.moves);
  if (!reply) FAIL(reply.error());
  CHECK(reply->state == row.state);
  CHECK(reply->accepted == row.accepted);
  CHECK(reply->bound_answer.has_value() == !row.bound_answer.empty());
  if (reply->bound_answer) CHECK(san_of(*reply->bound_answer, reply->now) == row.bound_answer);
  CHECK(reply->proposers_move == 12);
  CHECK(reply->opponents_move == row.charged);
  CHECK(reply->free_answers == row.free_answers);
}

TEST_CASE("an accepted series leads to its position", "[conditional]") {
  const ConditionalSeries series = series_of(kFen, kSeries);
  CHECK(fen_of(match_reply(series, "Nf6 e5 Nd5 d4 d6")->now) ==
        "rnbqkb1r/ppp1pppp/3p4/3nP3/3P4/8/PPP2PPP/RNBQKBNR w KQkq - 0 15");
  CHECK(fen_of(match_reply(series, "e6 d4 c5")->now) ==
        "rnbqkbnr/pp1p1ppp/4p3/2p5/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 14");
}

TEST_CASE("the proposer decides who is charged for which move", "[conditional]") {
  // Black played 7... e5 and proposes; White sends moves 8 and 9.
  const std::string fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 8";
  const ConditionalSeries series = series_of(fen, "Nf3: Nc6");
  const auto reply = match_reply(series, "Nf3 Nc6 Bb5");
  REQUIRE(reply);
  CHECK(reply->proposers_move == 7);
  CHECK(reply->opponents_move == 9);
  // Before the first move of a game no player has moved.
  const ConditionalSeries first = series_of("startpos", "e4: e5");
  CHECK_FALSE(match_reply(first, "d4")->proposers_move);
}

TEST_CASE("the game can end within a series", "[conditional]") {
  const std::string fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
  const ConditionalSeries series = series_of(fen, "Nf6: Qxf7#; d6: Qxf7#");
  const auto reply = match_reply(series, "Nf6 Qxf7#");
  REQUIRE(reply);
  CHECK(reply->state == ReplyState::GameOver);
  CHECK(reply->opponents_move == 3);
  CHECK_FALSE(match_reply(series, "Nf6 Qxf7# Ke7"));
}

TEST_CASE("an answer that does not fit the series is rejected with the reason", "[conditional]") {
  struct Case {
    std::string moves;
    std::string part;
  };
  const auto [moves, part] = GENERATE(values<Case>({
      {"", "it contains no move"},
      {"Ke7", "'Ke7' cannot be played by Black: Black's own pawn stands on e7 (Laws 3.1)"},
      {"Nf3",
       "'Nf3' cannot be played by Black: it is Black's turn, but only White can play this move "
       "(Laws 1.2)"},
      {"resign", "'resign' is not a move, and a reply consists of moves only"},
      {"Nf6 d4",
       "White proposed 13. e5; to accept this move, the reply must repeat it, but has 'd4' "
       "instead"},
      // The proposer's moves must also be repeated.
      {"Nf6 Nd5",
       "White proposed 13. e5; to accept this move, the reply must repeat it, but has 'Nd5' "
       "instead"},
      {"c5 Nf3", "12... c5 is not in the series, so White has not answered it yet: remove 'Nf3'"},
      {"Nf6 e5 Ng8 d4", "13... Ng8 is not in the series"},
      {"Nf6: e5", "':' is not allowed here"},
      {"Nf6 (e6)", "'(' is not allowed here"},
  }));
  CAPTURE(moves);
  const ConditionalSeries series = series_of(kFen, kSeries);
  const auto reply = match_reply(series, moves);
  REQUIRE_FALSE(reply);
  CHECK_THAT(reply.error(), Contains(part));
}
