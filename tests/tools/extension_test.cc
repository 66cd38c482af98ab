// Tests arbiter.so in common programs: the SQLite shell and Python.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

namespace {

// Returns the path without ".so", as SQLite expects it.
std::string extension() { return std::filesystem::absolute("db/extension/arbiter").string(); }

// Returns the reason why the extension cannot be tested here, or an empty string if it can.
std::string obstacle(const std::string& program) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return "a program without sanitizers cannot load what has them";
#endif
  if (!std::filesystem::exists(extension() + ".so")) return "this configuration has no arbiter.so";
  return run_shell("command -v " + program).status == 0 ? "" : program + " is not installed";
}

// Returns the text without quotes and with plain line ends, which vary between programs.
std::string bare(std::string csv) {
  std::erase_if(csv, [](char c) { return c == '"' || c == '\r'; });
  return csv;
}

constexpr const char* kQueries[] = {
    "SELECT san_moves(id) FROM games ORDER BY id",
    "SELECT fen_at(1, 4), material(fen_at(1, 4)), is_legal('startpos', 'Nf3')",
    "SELECT pgn(1)",
    "SELECT board('startpos')",
    "SELECT position_key('startpos')",
    "SELECT move, games, score FROM position_moves('startpos')",
    "SELECT g.white, p.ply FROM position_games('startpos') p JOIN games g ON g.id = p.game",
    "SELECT count(*), max(fen) FROM game_positions(1)",
    "SELECT name, games FROM players ORDER BY name",
};

// Prints rows like `arbiter sql --format csv`, without the column names.
constexpr const char* kPython = R"python(
import csv, sqlite3, sys
database = sqlite3.connect("file:" + sys.argv[1] + "?mode=ro", uri=True)
database.enable_load_extension(True)
database.load_extension(sys.argv[2])
csv.writer(sys.stdout).writerows(database.execute(sys.argv[3]))
)python";

}  // namespace

TEST_CASE("the SQLite shell with arbiter.so answers like arbiter") {
  if (const std::string reason = obstacle("sqlite3"); !reason.empty()) SKIP_TEST(reason);
  const Workbench bench;
  for (const std::string question : kQueries) {
    const ProgramRun shell = bench.run(fmt::format(
        "sqlite3 -bail -readonly -csv base.db '.load {}' \"{}\"", extension(), question));
    const ProgramRun ours =
        bench.run(fmt::format("arbiter sql base.db --format csv \"{}\" | tail -n +2", question));
    CAPTURE(question, shell.output);
    CHECK(shell.status == 0);
    CHECK_FALSE(ours.output.empty());
    CHECK(bare(shell.output) == bare(ours.output));
  }
}

TEST_CASE("Python with arbiter.so answers like arbiter") {
  if (const std::string reason = obstacle("python3"); !reason.empty()) SKIP_TEST(reason);
  const Workbench bench;
  bench.write("ask.py", kPython);
  for (const std::string question : kQueries) {
    const ProgramRun python =
        bench.run(fmt::format("python3 ask.py base.db {} \"{}\"", extension(), question));
    const ProgramRun ours =
        bench.run(fmt::format("arbiter sql base.db --format csv \"{}\" | tail -n +2", question));
    CAPTURE(question, python.output);
    CHECK(python.status == 0);
    CHECK(bare(python.output) == bare(ours.output));
  }
}

TEST_CASE("arbiter.so reports unsupported queries in a sentence") {
  if (const std::string reason = obstacle("sqlite3"); !reason.empty()) SKIP_TEST(reason);
  const Workbench bench;
  const auto shell = [&](const std::string& question) {
    return bench.run(fmt::format("sqlite3 -bail base.db '.load {}' \"{}\"", extension(), question))
        .output;
  };
  CHECK_THAT(shell("SELECT material('nonsense')"), Contains("material: "));
  CHECK_THAT(shell("SELECT * FROM position_games"), Contains("needs an argument"));
  CHECK_THAT(bench
                 .run(fmt::format(
                     "sqlite3 other.db '.load {}' \"SELECT * FROM position_games('startpos')\"",
                     extension()))
                 .output,
             Contains("position_games: the database is empty"));
}
