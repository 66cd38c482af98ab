#include "lib/openings/opening_table.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "tests/laws/test_game.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;

std::unique_ptr<const OpeningFile> parsed(std::string_view text) {
  auto file = OpeningFile::parse(text);
  if (!file) FAIL(file.error());
  return *std::move(file);
}

std::vector<PositionKey> keys_of(const TestGame& game) {
  std::vector<PositionKey> keys;
  for (const Position& position : game.positions) keys.push_back(position.key());
  return keys;
}

TEST_CASE("an opening table is parsed with and without column names", "[opening_table]") {
  const std::string text =
      GENERATE(as<std::string>{}, "eco\tname\tpgn\nA00\tMine\t1. a4\nB90\tYours\t1. e4 c5\n",
               "A00\tMine\t1. a4\r\nB90\tYours\t1. e4 c5", "A00\tMine\ta4\n\nB90\tYours\te4 c5\n",
               "uci\tname\tx\tECO\tmoves\na2a4\tMine\t\tA00\t1.a4\n"
               "-\tYours\t\tB90\t1.e4 c5\n");
  CAPTURE(text);
  const auto file = parsed(text);
  const auto game = play_out("startpos", "e4 c5 a4");
  REQUIRE(file->table().openings().size() == 2);
  CHECK(file->table().openings()[0].eco == "A00");
  const PlayedOpening played = file->table().of_moves(game.moves, Position());
  REQUIRE(played.opening);
  CHECK(played.opening->name == "Yours");
  CHECK(played.ply == 2);
}

TEST_CASE("an invalid line is reported", "[opening_table]") {
  struct Row {
    std::string text;
    std::string words;
  };
  const Row row = GENERATE(values<Row>({
      {"", "no openings"},
      {"eco\tname\tpgn\n", "no openings"},
      {"A00\tMine\t1. a4\nA0\tYours\t1. h4\n", "line 2: 'A0' is not an ECO code"},
      {"A00\tMine\t1. a5\n", "line 1: 'a5' is not a legal move at this point"},
      {"A00\tMine\t1. x4\n", "line 1: 'x4' is not a legal move at this point"},
      {"A00\tMine\n", "line 1: it needs a code, a name and moves"},
      {"A00\t\t1. a4\n", "line 1: the name is missing"},
  }));
  CAPTURE(row.text);
  const auto file = OpeningFile::parse(row.text);
  REQUIRE_FALSE(file.has_value());
  CHECK_THAT(file.error(), Contains(row.words));
}

TEST_CASE("of two names of a position the first counts", "[opening_table]") {
  const auto file = parsed("A00\tMine\t1. e4 c5 2. Nf3\nA01\tYours\t1. Nf3 c5 2. e4\n");
  const auto game = play_out("startpos", "Nf3 c5 e4");
  CHECK(file->table().of_moves(game.moves, Position()).opening->name == "Mine");
}

TEST_CASE("a game's keys give the same opening as its moves", "[opening_table]") {
  const std::string sans = GENERATE(as<std::string>{}, "", "e4", "Nf3 c5 e4",
                                    "e4 e5 Nf3 Nf6 Ng1 Ng8", "d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4",
                                    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6 h3 h6");
  CAPTURE(sans);
  const auto game = play_out("startpos", sans);
  const OpeningTable& table = known_openings();
  const PlayedOpening by_keys = table.of_keys(keys_of(game));
  const PlayedOpening by_moves = table.of_moves(game.moves, Position());
  CHECK(by_keys.opening == by_moves.opening);
  CHECK(by_keys.ply == by_moves.ply);
  if (by_keys.opening)
    CHECK(known_openings().find(game.positions[by_keys.ply].key()) == by_keys.opening);
}

TEST_CASE("positions after captures are found too", "[opening_table]") {
  const auto file = parsed("A00\tMine\t1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxg2 4. Bxg2\n");
  const auto game = play_out("startpos", "e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2 Nf6");
  const PlayedOpening played = file->table().of_moves(game.moves, Position());
  REQUIRE(played.opening);
  CHECK(played.ply == 7);
}

}  // namespace
}  // namespace arbiter::testing
