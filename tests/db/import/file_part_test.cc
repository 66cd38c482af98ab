// Compares files imported in parts with the same files imported as a whole.
#include "db/import/file_part.h"

#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/db/import_run.h"
#include "tests/db/sample_games.h"
#include "tests/io/packing.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;

namespace {

using Rows = std::vector<std::string>;

ImportRun import_part(const Database& database, const std::string& path, FilePart part,
                      const Breaking& breaking = {}) {
  ImportOptions options = breaking.more_games ? few_games_a_batch(7) : ImportOptions{};
  options.part = part;
  return import_into(database, {path}, options, breaking);
}

// Returns the games by their offsets in the file, which do not depend on parts.
Rows games_of(const Database& database) {
  Rows rows;
  auto statement = database.connection().prepare(
      "SELECT offset || ' ' || line || ' ' || plies || ' ' || result || ' ' || flags || ' ' ||"
      " coalesce(w.name, '') || ' ' || hex(moves) FROM game"
      " LEFT JOIN player AS w ON w.id = white ORDER BY offset");
  while (statement.step()) rows.emplace_back(statement.text(0));
  return rows;
}

std::string with_returns(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return result;
}

std::string diagnostics() {
  std::string text;
  for (const auto& entry : std::filesystem::directory_iterator(testdata("diagnostics"))) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".pgn") && !name.starts_with("utf-16") && !name.starts_with("binary")) {
      text += read_text(entry.path().string()) + "\n\n";
    }
  }
  return text;
}

}  // namespace

TEST_CASE("a part is written as two numbers", "[importer]") {
  CHECK(parse_file_part("2/8")->number == 2);
  CHECK(parse_file_part("2/8")->of == 8);
  CHECK(parse_file_part("1/1")->is_all());
  for (const char* text : {"", "/", "1", "0/3", "4/3", "1/0", "-1/3", "1/3 ", "1/10001", "a/b"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_file_part(text));
  }
  const std::string name = name_of_part("a:part 1 of 2", {2, 3});
  const auto named = read_name_of_part(name);
  REQUIRE(named);
  CHECK(named->file == "a:part 1 of 2");
  CHECK(named->part.number == 2);
  CHECK(named->part.of == 3);
  CHECK_FALSE(read_name_of_part("part 1 of 2"));
  CHECK_FALSE(read_name_of_part("games.pgn:part 3 of 2"));
}

TEST_CASE("the parts of a file together have its games, each once", "[importer]") {
  struct Case {
    const char* name;
    std::string text;
  };
  const std::string hidden = "[Event \"A\"]\n\n1. e4 {a comment\n" + std::string(5000, ' ') +
                             "\n[Event \"B\"]\n} e5 *\n\n";
  const std::vector<Case> cases = {
      {"many", many_games(120)},
      {"larger than a window", many_games(2500)},
      {"CR LF", with_returns(many_games(60))},
      {"no boundaries", std::string(300, ' ') + "1. e4 e5 *\n1. d4 d5 *\n"},
      {"findings", diagnostics()},
      {"an event in a comment", hidden + hidden + many_games(3)},
      {"empty", ""},
  };
  const std::uint32_t parts = GENERATE(2, 3, 7, 40);
  for (const Case& one : cases) {
    CAPTURE(one.name, parts);
    const TemporaryFolder folder;
    const std::string path = folder.write("games.pgn", one.text);
    const auto whole = empty_database();
    import_into(*whole, {path});
    const auto divided = empty_database();
    std::uint64_t games = 0;
    for (std::uint32_t number = parts; number > 0; --number) {
      games += import_part(*divided, path, {number, parts}).end.games;
    }
    CHECK(games_of(*divided) == games_of(*whole));
    CHECK(games == games_of(*whole).size());
  }
}

TEST_CASE("an interrupted part continues where it stopped, and is not read twice", "[importer]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games.pgn", many_games(90));
  const auto whole = empty_database();
  import_into(*whole, {path});
  const auto divided = empty_database();
  const std::size_t batches = GENERATE(0, 1, 2);
  import_part(*divided, path, {1, 3});
  import_part(*divided, path, {2, 3}, {.more_games = 7 * batches});
  import_part(*divided, path, {3, 3});
  CHECK(games_of(*divided) != games_of(*whole));
  import_part(*divided, path, {2, 3});
  CHECK(games_of(*divided) == games_of(*whole));
  for (const std::uint32_t number : {1U, 2U, 3U}) {
    const ImportRun run = import_part(*divided, path, {number, 3});
    CHECK(run.end.games == 0);
    REQUIRE(run.news.size() == 1);
    CHECK(run.news[0].first == SourceStatus::AlreadyImported);
  }
}

TEST_CASE("a file cannot be split in two different ways", "[importer]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games.pgn", many_games(60));
  const FilePart first = GENERATE(FilePart{1, 1}, FilePart{1, 2});
  const FilePart other = GENERATE(FilePart{1, 1}, FilePart{2, 2}, FilePart{2, 3});
  if (first.of == other.of) return;
  const auto database = empty_database();
  const std::uint64_t games = import_part(*database, path, first).end.games;
  CHECK(games > 0);
  const ImportRun run = import_part(*database, path, other);
  CHECK(run.end.games == 0);
  CHECK(run.failures.size() == 1);
  CHECK(games_of(*database).size() == games);
}

TEST_CASE("a part of a changed file is not read", "[importer]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games.pgn", many_games(60));
  const auto database = empty_database();
  import_part(*database, path, {1, 2});
  folder.write("games.pgn", many_games(80));
  const ImportRun run = import_part(*database, path, {1, 2});
  CHECK(run.end.games == 0);
  REQUIRE(run.news.size() == 1);
  CHECK(run.news[0].first == SourceStatus::HasChanged);
}

TEST_CASE("an indivisible input belongs to the first part", "[importer]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games.pgn.gz", compress("gzip", many_games(60)));
  const auto database = empty_database();
  CHECK(import_part(*database, path, {2, 2}).end.games == 0);
  CHECK(import_part(*database, path, {1, 2}).end.games == 60);
}
