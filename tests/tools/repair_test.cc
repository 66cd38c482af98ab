// `arbiter repair`.
#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/support/json.h"
#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

namespace fs = std::filesystem;

constexpr const char* kBroken =
    "% kept as it is\n[White \"A\"]\n[Black \"B\"]\n\n1.d4  d5 2.c4 e6 3.Nc3 Nf6 4.Bf4 Be7 5.Bxf6 "
    "Bxf6\n6.e3 O-O 1/2-1/2\n\n\n1. e4   e5 *\n";
constexpr const char* kMended =
    "% kept as it is\n[White \"A\"]\n[Black \"B\"]\n\n1.d4  d5 2.c4 e6 3.Nc3 Nf6 4.Bg5 {Arbiter: "
    "Bf4 "
    "is written here} Be7 5.Bxf6 Bxf6\n6.e3 O-O 1/2-1/2\n\n\n1. e4   e5 *\n";

}  // namespace

TEST_CASE("repair shows guesses with their places and writes nothing by itself") {
  const std::string path = write_scratch("broken.pgn", kBroken);
  const ProgramRun run = run_arbiter({"repair", path});
  CHECK(run.status == 1);
  CHECK_THAT(run.output, StartsWith(path + ":5:40: game 1, A - B: 5. Bxf6 is not legal: "));
  CHECK_THAT(run.output, Contains("(Laws 3.1)"));
  CHECK_THAT(run.output, Contains("4. Bg5 in place of Bf4: another square (line 5, column 30)"));
  CHECK(run.errors == "2 games, 1 with illegal moves, nothing is written without --apply\n");
  CHECK(read_text(path) == kBroken);
}

TEST_CASE("repair replaces the file, or writes another one, and keeps every other byte") {
  const std::string path = write_scratch("broken.pgn", kBroken);
  const std::string other = (scratch_folder() / "mended.pgn").string();
  CHECK(run_arbiter({"repair", "--apply", "-o", other, path}).status == 0);
  CHECK(read_text(path) == kBroken);
  CHECK(read_text(other) == kMended);
  CHECK(run_arbiter({"repair", "--apply", "-o", "-", "-"}, kBroken).output == kMended);
  CHECK(run_arbiter({"repair", "--apply", path}).status == 0);
  CHECK(read_text(path) == kMended);

  const auto date = fs::last_write_time(path);
  CHECK(run_arbiter({"repair", "--apply", path}).status == 0);
  CHECK(fs::last_write_time(path) == date);
  CHECK(run_arbiter({"validate", "--select", "legality", path}).status == 0);
}

TEST_CASE("repair leaves what is not sure, and games that were not asked for") {
  // The bishop may have gone to many squares.
  const std::string doubtful = "1. e4 e5 2. Nf4 Nc6 3. d3 d6 *\n";
  const ProgramRun left = run_arbiter({"repair", "--apply", "-o", "-", "-"}, doubtful);
  CHECK(left.status == 1);
  CHECK(left.output == doubtful);
  CHECK(run_arbiter({"repair", "--apply", "--sure", "1", "-o", "-", "-"}, doubtful).status == 0);
  const ProgramRun second =
      run_arbiter({"repair", "--apply", "--game", "2", "-o", "-", "-"}, kBroken);
  CHECK(second.status == 0);
  CHECK(second.output == kBroken);
}

TEST_CASE("repair writes JSON lines") {
  const ProgramRun run =
      run_arbiter({"repair", "--format", "json", "--candidates", "2", "-"}, kBroken);
  const auto lines = lines_of(run.output);
  REQUIRE(lines.size() == 2);
  const Json game = Json::parse(lines[0]);
  CHECK(game["type"] == "game");
  CHECK(game["ply"] == 9);
  CHECK(game["article"] == "Laws 3.1");
  REQUIRE(game["repairs"].size() == 2);
  CHECK(game["repairs"][0]["kind"] == "replace");
  CHECK(game["repairs"][0]["ply"] == 7);
  CHECK(game["repairs"][0]["san"] == "Bg5");
  CHECK(game["repairs"][0]["complete"] == true);
  CHECK(Json::parse(lines[1]) ==
        Json::parse(R"({"type": "summary", "games": 2, "broken": 1, "mended": 0})"));
}

TEST_CASE("repair says what cannot be done") {
  const std::string path = write_scratch("broken.pgn", kBroken);
  const auto complaint = [](const std::vector<std::string>& arguments) {
    const ProgramRun run = run_arbiter(arguments, kBroken);
    CHECK(run.status == 2);
    return run.errors;
  };
  CHECK_THAT(complaint({"repair", "-o", "x.pgn", path}), Contains("--apply"));
  CHECK_THAT(complaint({"repair", "--apply", "-"}), Contains("only a file can be rewritten"));
  CHECK_THAT(complaint({"repair", "--game", "3", path}), Contains("there is no game 3"));
  CHECK_THAT(complaint({"repair", path + ".none"}), Contains("no such file"));
  const std::string packed = (scratch_folder() / "packed.pgn.gz").string();
  CHECK(run_arbiter({"fmt", "-q", "--lossless", "-o", packed, path}).status == 0);
  CHECK_THAT(complaint({"repair", "--apply", packed}), Contains("compressed"));
  CHECK(run_arbiter({"repair", packed}).status == 1);
}
