// Tests the PGN of games in damaged or older databases. Drafted games are tested in
// round_trip_test.

#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "db/model/game_draft.h"
#include "db/model/stored_game.h"
#include "lib/base/result.h"
#include "tests/db/drafted_games.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
TEST_CASE("a game is written from its columns and moves", "[stored_pgn]") {
  StoredGame game;
  game.white = "Whitfield, Grace";
  game.result = Outcome::WhiteWins;
  game.moves = {Move::normal(Square::E2, Square::E4), Move::normal(Square::E7, Square::E5)};
  CHECK(pgn_of(game, "\1\5") ==
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
        "[White \"Whitfield, Grace\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n");
  game.start = "4k2r/8/8/8/8/8/8/R3K3 b Ah - 0 30";
  game.moves = {Move::castling(Square::E8, Square::H8), Move::normal(Square::A1, Square::A8)};
  const std::string pgn = pgn_of(game, "\2\13\14");
  CHECK(
      pgn.ends_with("[FEN \"4k2r/8/8/8/8/8/8/R3K3 b Qk - 0 30\"]\n[SetUp \"1\"]\n\n"
                    "30... O-O 31. Ra8 1-0\n\n"));
}

TEST_CASE("one writer appends game after game", "[stored_pgn]") {
  StoredGame game;
  StoredPgn writer;
  std::string text = "% before\n";
  writer.append(game, std::string(1, '\0'), text);
  game.flags = kHasMovetext;
  writer.append(game, std::string(1, '\0') + "1. e4 {x} *", text);
  const std::string roster =
      "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n"
      "[Black \"?\"]\n[Result \"*\"]\n\n";
  CHECK(text == "% before\n" + roster + "*\n\n" + roster + "1. e4 {x} *\n\n");
}

TEST_CASE("a damaged record is an error, and no bytes do harm", "[stored_pgn]") {
  StoredGame game;
  CHECK_THROWS_AS(pgn_of(game, ""), IoError);
  CHECK_THROWS_AS(pgn_of(game, "\3\5"), IoError);
  std::mt19937 chance(8);
  const DraftBatch batch =
      drafts_of("[White \"a\"]\n[Mode \"OTB\"]\n\n1. e4 {x} e5 (1... c5 $1) 2. Nf3 ; y\n Nc6 *");
  game = stored_game(batch.games[0], batch);
  for (int round = 0; round < 20'000; ++round) {
    std::string record(batch.text(batch.games[0].record));
    for (int i = 0; i < 3; ++i) record[chance() % record.size()] = static_cast<char>(chance());
    try {
      pgn_of(game, record);
    } catch (const IoError&) {
    }
  }
}
