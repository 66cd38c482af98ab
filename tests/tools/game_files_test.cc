// Compares queries on game files with queries on a database of the same files.
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

namespace {

using Words = std::vector<std::string>;

const std::string kTournament = "testdata/tournament.pgn";

// Returns the words of a query, with its inputs after the command.
Words about(const Words& question, const Words& names) {
  Words words = question;
  words.insert(words.begin() + 1, names.begin(), names.end());
  return words;
}

const std::vector<Words>& questions() {
  static const std::vector<Words> questions = {
      {"find", "--format", "json"},
      {"find", "--moves", "e4", "--sort", "-white-elo", "--limit", "5"},
      {"find", "--player", "Adler", "--format", "csv"},
      {"find", "--material", "Kkp", "--format", "pgn"},
      {"find", "--result", "1-0", "--count"},
      {"tree", "--depth", "2"},
      {"tree", "--moves", "1. e4 e5", "--format", "json"},
      {"tree", "--elo", "2000..", "--format", "csv"},
      {"stats"},
      {"stats", "--by", "player", "--format", "csv"},
      {"stats", "--by", "first-move"},
      {"stats", "--finding", "errors", "--format", "json"},
      {"export"},
      {"export", "--moves", "e4", "--jobs", "1"},
      {"export", "--black", "Adler"},
  };
  return questions;
}

// Creates a database of these files.
std::string imported(const std::string& name, const Words& files) {
  const std::string path = (scratch_folder() / name).string();
  for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(path + ending);
  Words words = {"import", "--quiet", path};
  words.insert(words.end(), files.begin(), files.end());
  REQUIRE(run_arbiter(words).status == 1);  // some games could not be parsed as moves
  return path;
}

void check_answers(const std::string& database, const Words& files) {
  for (const Words& question : questions()) {
    CAPTURE(question, files);
    const ProgramRun expected = run_arbiter(about(question, {database}));
    const ProgramRun answer = run_arbiter(about(question, files));
    REQUIRE(expected.status < 2);
    CHECK(answer.status == expected.status);
    CHECK(answer.output == expected.output);
    CHECK_THAT(answer.errors, Contains(" read from "));
  }
}

}  // namespace

TEST_CASE("a game file gives the answers of its database") {
  check_answers(imported("game_files.db", {kTournament}), {kTournament});
}

TEST_CASE("compressed files and several files give the answers of their database") {
  const std::string packed = (scratch_folder() / "game_files.pgn.zst").string();
  REQUIRE(run_arbiter({"export", "-q", kTournament, "-o", packed}).status == 1);
  const Words files = {packed, kTournament};
  check_answers(imported("game_files_several.db", files), files);
}

TEST_CASE("standard input and folders are accepted as game files") {
  const std::string games = read_text((repository() / kTournament).string());
  const std::string expected = run_arbiter({"tree", kTournament}).output;
  CHECK(run_arbiter({"tree", "-"}, games).output == expected);
  const std::filesystem::path folder = scratch_folder() / "game_files_folder";
  std::filesystem::create_directories(folder);
  std::filesystem::copy_file(repository() / kTournament, folder / "one.pgn",
                             std::filesystem::copy_options::overwrite_existing);
  CHECK(run_arbiter({"tree", folder.string()}).output == expected);
}

TEST_CASE("a database is recognized by its bytes, not by its name") {
  const std::string database = imported("game_files_named.pgn", {kTournament});
  const ProgramRun run = run_arbiter({"find", database, "--count"});
  CHECK(run.output == "15\n");
  CHECK(run.errors.empty());
  const std::string games = write_scratch("game_files_named.db", "[White \"A\"]\n\n1. e4 *\n");
  const ProgramRun read = run_arbiter({"find", games, "--count"});
  CHECK(read.output == "1\n");
  CHECK(read.errors == "1 game read from 1 file\n");
}

TEST_CASE("missing files, and a database among files, are rejected") {
  for (const std::string command : {"find", "tree", "stats", "export"}) {
    CAPTURE(command);
    const ProgramRun missing = run_arbiter({command, "none.db"});
    CHECK(missing.status == 2);
    CHECK(missing.output.empty());
    CHECK_THAT(missing.errors, Contains("none.db: no such file"));
    const std::string database = imported("game_files_mixed.db", {kTournament});
    const ProgramRun mixed = run_arbiter({command, database, kTournament});
    CHECK(mixed.status == 2);
    CHECK_THAT(mixed.errors, Contains("one database"));
    const ProgramRun told = run_arbiter({command, kTournament, "none.pgn"});
    CHECK(told.status == 2);
    CHECK_FALSE(told.output.empty());
    CHECK_THAT(told.errors, Contains("none.pgn: "));
  }
  CHECK_THAT(run_arbiter({"find", "postgres://host/games"}).errors,
             Contains("unknown kind of database 'postgres'"));
}

TEST_CASE("no temporary file remains of the files that were read") {
  const std::filesystem::path folder = scratch_folder() / "game_files_temporary";
  std::filesystem::create_directories(folder);
  const ProgramRun run = run_shell("SQLITE_TMPDIR='" + folder.string() + "' TMPDIR='" +
                                   folder.string() + "' arbiter tree " + kTournament);
  CHECK(run.status == 0);
  CHECK(std::filesystem::is_empty(folder));
}
