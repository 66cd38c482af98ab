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
constexpr const char* kRepaired =
    "% kept as it is\n[White \"A\"]\n[Black \"B\"]\n\n1.d4  d5 2.c4 e6 3.Nc3 Nf6 4.Bg5 {Arbiter: "
    "the score has Bf4} Be7 5.Bxf6 Bxf6\n6.e3 O-O 1/2-1/2\n\n\n1. e4   e5 *\n";

}  // namespace

TEST_CASE("repair shows guesses with their places and writes nothing without --apply") {
  const std::string path = write_scratch("broken.pgn", kBroken);
  const ProgramRun run = run_arbiter({"repair", path});
  CHECK(run.status == 1);
  CHECK_THAT(run.output, StartsWith(path + ":5:40: game 1, A - B: 5. Bxf6 is not legal: "));
  CHECK_THAT(run.output, Contains("(Laws 3.2)"));
  CHECK_THAT(run.output, Contains("4. Bg5 instead of Bf4: another square (line 5, column 30)"));
  CHECK(run.errors == "2 games, 1 with illegal moves; use --apply to write the repairs\n");
  CHECK(read_text(path) == kBroken);
}

TEST_CASE("repair quotes moves that fmt set aside, in every game of a file") {
  const std::string path =
      write_scratch("set_aside.pgn",
                    "1. e4 e5 {unreadable: 2. Ke3 Nc6 Nx 3. Bb5} *\n\n"
                    "[White \"A\"]\n\n1. d4 d5 {unreadable: 2. Kd3 Nc6 3. Bb5} *\n");
  const ProgramRun run = run_arbiter({"repair", path});
  CHECK(run.status == 1);
  CHECK_THAT(run.output, StartsWith(path + ":1:26: game 1, ? - ?: 2. Ke3 is not legal: "));
  CHECK_THAT(run.output, Contains("1. 2. Ke2 instead of Ke3: "));
  CHECK_THAT(run.output, Contains("5:26: game 2, A - ?: 2. Kd3 is not legal: "));
  CHECK_THAT(run.output, Contains("1. 2. e3 instead of Kd3: "));
}

TEST_CASE("repair replaces the file, or writes another one, and keeps every other byte") {
  const std::string path = write_scratch("broken.pgn", kBroken);
  const std::string other = (scratch_folder() / "mended.pgn").string();
  CHECK(run_arbiter({"repair", "--apply", "-o", other, path}).status == 0);
  CHECK(read_text(path) == kBroken);
  CHECK(read_text(other) == kRepaired);
  CHECK(run_arbiter({"repair", "--apply", "-o", "-", "-"}, kBroken).output == kRepaired);
  CHECK(run_arbiter({"repair", "--apply", path}).status == 0);
  CHECK(read_text(path) == kRepaired);

  const auto date = fs::last_write_time(path);
  CHECK(run_arbiter({"repair", "--apply", path}).status == 0);
  CHECK(fs::last_write_time(path) == date);
  CHECK(run_arbiter({"validate", "--select", "legality", path}).status == 0);
}

TEST_CASE("repair leaves uncertain repairs, and games that were not selected") {
  // The bishop may have moved to many squares.
  const std::string doubtful = "1. e4 e5 2. Nf4 Nc6 3. d3 d6 *\n";
  const ProgramRun left = run_arbiter({"repair", "--apply", "-o", "-", "-"}, doubtful);
  CHECK(left.status == 1);
  CHECK(left.output == doubtful);
  CHECK(run_arbiter({"repair", "--apply", "--sure", "50", "-o", "-", "-"}, doubtful).status == 2);
  const ProgramRun second =
      run_arbiter({"repair", "--apply", "--game", "2", "-o", "-", "-"}, kBroken);
  CHECK(second.status == 0);
  CHECK(second.output == kBroken);
}

TEST_CASE("repair --apply N applies repair N at any probability") {
  const std::string doubtful = "1. e4 e5 2. Nf4 Nc6 3. d3 d6 *\n";
  const auto applied = [&](const std::vector<std::string>& more, const std::string& game) {
    std::vector<std::string> arguments = {"repair", "--apply"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.insert(arguments.end(), {"-o", "-", "-"});
    return run_arbiter(arguments, game);
  };
  const ProgramRun first = applied({"1", "--game", "1"}, doubtful);
  CHECK(first.status == 0);
  CHECK_THAT(first.output, Contains("2. Nf3 {Arbiter: the score has Nf4} Nc6 3. d3 d6 *"));
  const ProgramRun third = applied({"3", "--game", "1"}, doubtful);
  CHECK(third.status == 0);
  CHECK_THAT(third.output, Contains("Arbiter: ") && !Contains("2. Nf3 {"));
  CHECK_THAT(applied({"3"}, doubtful).errors, Contains("--apply 3 needs --game N"));
  CHECK_THAT(applied({"9", "--game", "1"}, "1. e4 e5 2. Nf3 *\n").errors,
             Contains("game 1 has no repair 9"));
  CHECK(run_arbiter({"repair", "--apply=0", "--game", "1", "-"}, doubtful).status == 2);
  // The output of --apply to a file is a file.
  const std::string path = write_scratch("doubtful.pgn", doubtful);
  CHECK(run_arbiter({"repair", "--apply", "2", "--game", "1", path}).status == 0);
  CHECK(run_arbiter({"repair", "--apply", path}).status == 0);
}

TEST_CASE("repair leaves no word that cannot be read and inserts no move beside it") {
  const std::string garbled =
      "1. e4 e5 2. \u00a7f3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *\n";
  const ProgramRun run =
      run_arbiter({"repair", "--apply", "1", "--game", "1", "-o", "-", "-"}, garbled);
  CHECK(run.status == 0);
  CHECK_THAT(run.output, StartsWith("1. e4 e5 2. Nf3 {Arbiter: the score has \u00a7f3} Nc6 3."));
}

TEST_CASE("repair writes JSON lines") {
  const ProgramRun run =
      run_arbiter({"repair", "--format", "json", "--candidates", "2", "-"}, kBroken);
  const auto lines = lines_of(run.output);
  REQUIRE(lines.size() == 2);
  const Json game = Json::parse(lines[0]);
  CHECK(game["type"] == "game");
  CHECK(game["ply"] == 9);
  CHECK(game["article"] == "Laws 3.2");
  REQUIRE(game["repairs"].size() == 2);
  CHECK(game["repairs"][0]["kind"] == "replace");
  CHECK(game["repairs"][0]["ply"] == 7);
  CHECK(game["repairs"][0]["san"] == "Bg5");
  CHECK(game["repairs"][0]["text"] == "Bg5");
  CHECK(game["missing"].is_null());
  CHECK(game["repairs"][0]["complete"] == true);
  CHECK(Json::parse(lines[1]) ==
        Json::parse(R"({"type": "summary", "games": 2, "broken": 1, "mended": 0})"));
}

TEST_CASE("another initial position is a complete repair without a measured probability") {
  const std::string game =
      "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1\"]\n\n1... Kd7 2. Rd2+ Ke6 *\n";
  const ProgramRun run = run_arbiter({"repair", "-"}, game);
  CHECK_THAT(run.output, Contains("the initial position 4k3/8/8/8/8/8/4R3/4K3 b - - 0 1: "));
  CHECK_THAT(run.output, Contains("\n     the game is legal to its end, 3 half-moves from here"));
  CHECK_THAT(run.output, !Contains("incomplete") && !Contains("probability"));
  const auto lines = lines_of(run_arbiter({"repair", "--format", "json", "-"}, game).output);
  const Json repair = Json::parse(lines[0])["repairs"][0];
  CHECK(repair["kind"] == "start");
  CHECK(repair["complete"] == true);
  CHECK(repair["share"].is_null());
}

TEST_CASE("repair reports invalid usage") {
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

TEST_CASE("repair accepts several files and folders, and is quiet on request") {
  const fs::path folder = scratch_folder() / "season";
  fs::create_directories(folder);
  write_scratch("season/a.pgn", kBroken);
  write_scratch("season/b.pgn", kBroken);
  const std::string other = write_scratch("other.pgn", "1. e4 e5 *\n");
  const ProgramRun shown = run_arbiter({"repair", folder.string(), other});
  CHECK(shown.status == 1);
  CHECK_THAT(shown.output, Contains("a.pgn:5:40: game 1") && Contains("b.pgn:5:40: game 1"));
  CHECK(shown.errors == "5 games, 2 with illegal moves; use --apply to write the repairs\n");
  const ProgramRun results = run_arbiter({"repair", "-q", folder.string(), other});
  CHECK(results.output == shown.output);
  CHECK(results.errors.empty());
  const ProgramRun quiet = run_arbiter({"repair", "-q", "--apply", folder.string(), other});
  CHECK(quiet.status == 0);
  CHECK(quiet.output.empty());
  CHECK(quiet.errors.empty());
  CHECK(read_text((folder / "a.pgn").string()) == kRepaired);
  CHECK(read_text((folder / "b.pgn").string()) == kRepaired);
  CHECK(read_text(other) == "1. e4 e5 *\n");
  const ProgramRun missing = run_arbiter({"repair", "-q", other, other + ".none"});
  CHECK(missing.status == 2);
  CHECK_THAT(missing.errors, Contains("no such file"));
}

TEST_CASE("repair prints and writes the same with any number of threads") {
  std::string games;
  // Enough for several chunks, each with games to repair.
  while (games.size() < 1'500'000) {
    games += std::string(kBroken) + "\n";
    for (int i = 0; i < 20; ++i) games += "[White \"A\"]\n[Result \"*\"]\n\n1. e4   e5 *\n\n";
  }
  const std::string path = write_scratch("many_broken.pgn", games);
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{}, {"--format", "json"}, {"--apply", "-o", "-"}}) {
    std::vector<std::string> one = {"repair", path, "-j", "1"};
    one.insert(one.end(), options.begin(), options.end());
    std::vector<std::string> four = one;
    four[3] = "4";
    const ProgramRun expected = run_arbiter(one);
    CAPTURE(options);
    CHECK(expected.output.size() > games.size() / 50);
    CHECK((run_arbiter(four).output == expected.output));
  }
}

TEST_CASE("repair --diff shows the changes that --apply would make") {
  const std::string path = write_scratch("broken.pgn", kBroken);
  const ProgramRun run = run_arbiter({"repair", "--diff", path});
  CHECK(run.status == 0);
  CHECK(run.output ==
        "--- " + path + "\n+++ " + path +
            "\n@@ -2,7 +2,7 @@\n [White \"A\"]\n [Black \"B\"]\n \n"
            "-1.d4  d5 2.c4 e6 3.Nc3 Nf6 4.Bf4 Be7 5.Bxf6 Bxf6\n"
            "+1.d4  d5 2.c4 e6 3.Nc3 Nf6 4.Bg5 {Arbiter: the score has Bf4} Be7 5.Bxf6 Bxf6\n"
            " 6.e3 O-O 1/2-1/2\n \n \n");
  CHECK(read_text(path) == kBroken);
  CHECK(run_arbiter({"repair", "--diff", "--apply", path}).status == 2);
}

TEST_CASE("repair writes the piece letters of the file, and repairs every similar character") {
  const ProgramRun spanish =
      run_arbiter({"repair", "--apply", "-o", "-", "-"},
                  "1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 4. Axc6 dxc6 5. O-O Ag4 6. Tf1 Axf3 7. Dxf3 "
                  "Df6 8. Dxf6 Cxf6 9. d3 Ad6 10. Ag5 O-O 11. Te3 Tae8 *\n");
  CHECK_THAT(spanish.output, Contains("6. Te1 {Arbiter: the score has Tf1}"));
  const ProgramRun scanned =
      run_arbiter({"repair", "--apply", "-o", "-", "-"},
                  "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 "
                  "6. Rel bS 7. Bb3 d6 8. c3 O-O 9. h3 NaS 10. Bc2 c5 11. d4 "
                  "Qc7 12. Nbd2 cxd4 13. cxd4 Nc6 14. Nb3 a5 *\n");
  CHECK(scanned.status == 0);
  CHECK_THAT(scanned.output,
             Contains("6. Re1 {Arbiter: the score has Rel} b5 {Arbiter: the score "
                      "has bS} 7. Bb3 d6 8. c3 O-O 9. h3 Na5 {Arbiter: the score has NaS} 10."));
}

TEST_CASE("repair reports a missing page") {
  const std::string game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 12. Rfd1 Rfd8 13. Nf4 Qc7 *\n";
  const ProgramRun run = run_arbiter({"repair", "-"}, game);
  CHECK(run.status == 1);
  CHECK_THAT(run.output, Contains("  moves 4 to 11 seem to be missing\n"));
  CHECK(run_arbiter({"repair", "--apply", "-o", "-", "-"}, game).output == game);
}
