// Tests imports of illegal games, duplicates, and changed files.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "db/model/filter_text.h"
#include "db/sqlite/query/sqlite_reader.h"
#include "lib/export/file_export.h"
#include "tests/db/care_database.h"
#include "tests/db/import_run.h"
#include "tests/db/sample_games.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"
#include "tests/validate/recorded_validation.h"

using namespace arbiter::testing;
namespace {

using News = std::vector<std::pair<SourceStatus, std::string>>;

std::int64_t count(const Database& database, const char* sql) {
  return database.connection().integer(sql);
}

std::string game(const std::string& white, const std::string& moves) {
  return "[Event \"?\"]\n[Site \"?\"]\n[Date \"2024.05.03\"]\n[Round \"1\"]\n[White \"" + white +
         "\"]\n[Black \"Black, Bob\"]\n[Result \"*\"]\n\n" + moves + " *\n\n";
}

std::vector<std::string> plain_import(const std::string& path) {
  const auto database = empty_database();
  import_into(*database, {path});
  return content_of(*database);
}

// Returns the games of a file as visible to readers, without their ids.
std::vector<std::string> games_from(const Database& database, const std::string& path) {
  std::vector<std::string> games;
  for (const std::string& line : visible_content(database)) {
    const std::string rest = line.substr(line.find(' ') + 1);
    if (rest.starts_with(path + " ")) games.push_back(rest);
  }
  std::ranges::sort(games);
  return games;
}

constexpr const char* kIllegal = "1. e4 e5 2. Nf4";

const std::string kLong =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 "
    "10. Bc2 c5 11. d4 Qc7";

}  // namespace

TEST_CASE("games with an illegal move are kept by default", "[import_policies]") {
  const TemporaryFolder folder;
  const std::string path =
      folder.write("games.pgn", game("A", "1. d4") + game("B", kIllegal) + game("C", "1. c4"));
  ImportOptions options = few_games_a_batch(GENERATE(1, 2, 100));
  const auto database = empty_database();

  SECTION("keep") {
    const ImportRun run = import_into(*database, {path}, options);
    CHECK(run.end.games == 3);
    CHECK(count(*database, "SELECT plies FROM game WHERE id = 2") == 2);
    CHECK((count(*database, "SELECT flags FROM game WHERE id = 2") & kIncomplete) != 0);
    CHECK(run.end.findings[index_of(DiagnosticCode::Unreachable)] == 1);
  }
  SECTION("skip") {
    options.illegal = IllegalGames::Skip;
    const ImportRun run = import_into(*database, {path}, options);
    CHECK(run.end.games == 2);
    CHECK(run.end.illegal == 1);
    CHECK(run.end.findings[index_of(DiagnosticCode::Unreachable)] == 0);
    CHECK(count(*database, "SELECT sum(flags) FROM game") == 0);
    CHECK(count(*database, "SELECT is_finished FROM source") == 1);
  }
}

TEST_CASE("an import that stops at an illegal move continues after the repair",
          "[import_policies]") {
  const TemporaryFolder folder;
  const std::string before = many_games(20);
  const std::string path =
      folder.write("games.pgn", before + game("B", kIllegal) + game("C", "1. c4"));
  ImportOptions options = few_games_a_batch(GENERATE(3, 20, 100));
  options.illegal = IllegalGames::Stop;
  const auto database = empty_database();
  const ImportRun stopped = import_into(*database, {path}, options);
  REQUIRE(stopped.end.refused.has_value());
  CHECK(stopped.end.refused->source == path);
  CHECK(stopped.end.refused->line ==
        1 + static_cast<std::uint64_t>(std::ranges::count(before, '\n')));
  CHECK(stopped.end.refused->white == "B");
  CHECK(stopped.end.refused->code == DiagnosticCode::Unreachable);
  CHECK(stopped.end.games == 20);

  const ImportRun again = import_into(*database, {path}, options);
  CHECK(again.end.refused.has_value());
  CHECK(again.end.games == 0);

  folder.write("games.pgn", before + game("B", "1. e4 e5 2. Nf3") + game("C", "1. c4"));
  const ImportRun after_repair = import_into(*database, {path}, options);
  CHECK(!after_repair.end.refused.has_value());
  CHECK(after_repair.end.games == 2);
  CHECK(content_of(*database) == plain_import(path));
}

TEST_CASE("an import may stop at its first game", "[import_policies]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games.pgn", game("B", kIllegal));
  ImportOptions options;
  options.illegal = IllegalGames::Stop;
  const auto database = empty_database();
  const ImportRun run = import_into(*database, {path}, options);
  REQUIRE(run.end.refused.has_value());
  CHECK(run.end.refused->line == 1);
  CHECK(count(*database, "SELECT count(*) FROM game") == 0);
  CHECK(import_into(*database, {path}).end.games == 1);
}

TEST_CASE("text that could not be stored as moves is counted, and so is text between games",
          "[import_policies]") {
  struct Kept {
    std::string text;
    std::uint64_t set_aside;
    std::uint64_t lines_between;
  };
  const Kept kept = GENERATE(values<Kept>({
      {game("A", "1. e4 {a} (1. d4 d5) e5 $1 2. Nf3!?"), 0, 0},
      {game("A", kIllegal), 1, 0},
      {game("A", "1. e4 fox e5 (1... Ke4) 2. Nf3"), 2, 0},
      {game("A", "1. e4 {unreadable: fox} e5"), 1, 0},
      {game("A", "1. e4 e5 * Nf3"), 1, 0},
      {game("A", "(1. e4) 1. d4"), 1, 0},
      {"[Event \"?\"]\n[White \"A\" and more]\n\n1. e4 *\n", 1, 0},
      {"A headline\n\n" + game("A", "1. e4"), 0, 1},
      {game("A", "1. e4") + "From: me\nTo: you\n\n" + game("A", kIllegal), 1, 2},
      {game("A", "1. e4") + "\n% a line that readers pass over\n", 0, 1},
      {game("A", "1. e4") + "\nThe end\n", 0, 1},
  }));
  CAPTURE(kept.text);
  const TemporaryFolder folder;
  const std::string path = folder.write("games.pgn", kept.text);
  const auto database = empty_database();
  const ImportRun run = import_into(*database, {path});
  CHECK(run.end.set_aside == kept.set_aside);
  CHECK(run.end.lines_between == kept.lines_between);

  FileExporter exporter(GameForm::Export);
  PortionSource source(kept.text);
  const auto exported = exporter.run(source, [](std::string_view, std::string_view) {});
  CHECK(exported->set_aside == kept.set_aside);
  CHECK(exporter.tally().skipped_lines == kept.lines_between);
}

TEST_CASE("text after the last game is a finding about the file", "[import_policies]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games.pgn", game("A", "1. e4") + "\nThe end\n");
  const auto database = empty_database();
  const std::vector<DiagnosticCode> findings = import_into(*database, {path}).file_findings;
  CHECK(std::ranges::count(findings, DiagnosticCode::TextBetweenGames) == 1);
}

TEST_CASE("games skipped on request are not counted as incomplete", "[import_policies]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games.pgn", game("A", kIllegal) + game("B", kIllegal));
  ImportOptions options;
  SECTION("as illegal") { options.illegal = IllegalGames::Skip; }
  SECTION("by a filter") { options.where = *parse_filter("white = C"); }
  const auto database = empty_database();
  CHECK(import_into(*database, {path}, options).end.set_aside == 0);
}

TEST_CASE("duplicates are found in the batch and in the database", "[import_policies]") {
  const TemporaryFolder folder;
  const std::string once = game("White, Ann", kLong);
  const std::string path =
      folder.write("games.pgn", once + game("Other, Ann", kLong) + once + game("?", kLong));
  const std::string more = folder.write("more.pgn", game("white,ann", kLong) + once);
  ImportOptions options = few_games_a_batch(GENERATE(1, 2, 100));
  const auto database = empty_database();

  SECTION("keep") {
    CHECK(import_into(*database, {path, more}, options).end.duplicates == 0);
    CHECK(count(*database, "SELECT count(*) FROM game WHERE flags <> 0") == 0);
  }
  SECTION("flag") {
    options.duplicates = DuplicateGames::Flag;
    CHECK(import_into(*database, {path}, options).end.duplicates == 2);
    CHECK(import_into(*database, {more}, options).end.duplicates == 2);
    CHECK(count(*database, "SELECT group_concat(id, '') FROM game WHERE flags = 8") == 3456);
  }
  SECTION("skip") {
    options.duplicates = DuplicateGames::Skip;
    const ImportRun run = import_into(*database, {path}, options);
    CHECK(run.end.duplicates == 2);
    CHECK(run.end.games == 2);
    CHECK(count(*database, "SELECT done_games FROM source") == 2);
    CHECK(import_into(*database, {more}, options).end.games == 0);
    CHECK(count(*database, "SELECT count(*) FROM game") == 2);
    SqliteReader reader(*database);
    CHECK(reader.index().sums(Position().key(), reader.columns()).all_games() == 2);
    CHECK(count(*database, "SELECT count(*) FROM source WHERE is_finished = 1") == 2);
  }
}

TEST_CASE("only text that was appended to a file is read", "[import_policies]") {
  const TemporaryFolder folder;
  const std::string first = many_games(30);
  const std::string path = folder.write("games.pgn", first);
  const auto database = empty_database();
  import_into(*database, {path}, few_games_a_batch(7));
  folder.write("games.pgn", first + many_games(5, 31));
  const ImportRun run = import_into(*database, {path}, few_games_a_batch(7));
  CHECK(run.news == News{{SourceStatus::HasGrown, path}});
  CHECK(run.end.games == 5);
  CHECK(content_of(*database) == plain_import(path));
}

// Returns files that replace many_games(10).
std::string changed_games() {
  return GENERATE(
      // another first game
      game("A", "1. d4") + many_games(10),
      // shorter
      many_games(9),
      // the last game continues
      many_games(10).substr(0, many_games(10).find_last_of('1')) + "1. e4 1/2-1/2\n",
      // a corrected game in the middle, and a repeated one
      many_games(4) + many_games(1, 77) + many_games(5, 6) + many_games(1, 9),
      // all games replaced
      many_games(3, 50));
}

TEST_CASE("a changed file is not read without an option for it", "[import_policies]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games.pgn", many_games(10));
  const auto database = empty_database();
  import_into(*database, {path});
  const auto before = content_of(*database);
  folder.write("games.pgn", GENERATE(as<std::string>(), "", many_games(9)));
  const ImportRun run = import_into(*database, {path});
  CHECK(run.news == News{{SourceStatus::HasChanged, path}});
  CHECK(run.end.games == 0);
  CHECK(content_of(*database) == before);
}

TEST_CASE("a file that was imported before is imported again on request", "[import_policies]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games.pgn", many_games(10));
  const auto database = empty_database();
  import_into(*database, {path});
  const std::string now = GENERATE(as<std::string>(), many_games(10), many_games(9));
  folder.write("games.pgn", now);
  ImportOptions again = few_games_a_batch(4);
  again.known_files = KnownFiles::Again;
  import_into(*database, {path}, again, {.more_games = 5});
  const ImportRun run = import_into(*database, {path}, again);
  CHECK(run.news == News{{SourceStatus::Resumed, path}});
  CHECK(count(*database, "SELECT count(*) FROM source") == 2);
  CHECK(count(*database, "SELECT count(*) FROM game WHERE source = 1") == 10);
  CHECK(count(*database, "SELECT count(*) FROM game WHERE source = 2") ==
        (now == many_games(10) ? 10 : 9));
  CHECK(import_into(*database, {path}).news == News{{SourceStatus::AlreadyImported, path}});
}

TEST_CASE("the games of a changed file replace the earlier ones", "[import_policies]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games.pgn", many_games(10));
  const std::string other = folder.write("other.pgn", many_games(5, 3));
  const auto database = empty_database();
  import_into(*database, {path, other});
  const std::string now = changed_games();
  folder.write("games.pgn", now);
  ImportOptions replace = few_games_a_batch(GENERATE(3, 100));
  replace.known_files = KnownFiles::Replace;
  const ImportRun run =
      import_into(*database, {other, path, folder.write("more.pgn", "1. c4 *")}, replace);
  CHECK(run.end.replaced == 1);

  // The source has the same games at the same offsets as after a new import, with different ids.
  const auto whole = empty_database();
  import_into(*whole, {path});
  CHECK(count(*database, "SELECT count(*) FROM game WHERE NOT flags & 1 AND source = 1") ==
        count(*whole, "SELECT count(*) FROM game"));
  CHECK(games_from(*database, path) == games_from(*whole, path));
  CHECK(faults_of(*database) == std::vector<std::string>{});
  CHECK(count(*database, "SELECT count(*) FROM game WHERE NOT flags & 1 AND source = 2") == 5);

  // Kept games are unchanged.
  const auto kept = static_cast<std::int64_t>(run.end.kept);
  CHECK(count(*database,
              "SELECT count(*) FROM game WHERE source = 1 AND id <= 10 AND NOT"
              " flags & 1") == kept);
  CHECK(run.end.removed == 10 - run.end.kept);
  CHECK(import_into(*database, {path}, replace).news ==
        News{{SourceStatus::AlreadyImported, path}});
}

TEST_CASE("repeated games of a file are kept as often as they appeared", "[import_policies]") {
  const TemporaryFolder folder;
  const auto copies = [](int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += game("A", "1. d4") + game("B", "1. c4");
    return text;
  };
  const std::string path = folder.write("games.pgn", copies(5));
  const auto database = empty_database();
  import_into(*database, {path});
  folder.write("games.pgn", game("C", "1. e4") + copies(3) + game("A", "1. d4"));
  ImportOptions replace;
  replace.known_files = KnownFiles::Replace;
  const ImportRun run = import_into(*database, {path}, replace);
  CHECK(run.end.kept == 7);
  CHECK(run.end.removed == 3);
  CHECK(run.end.games == 1);
  CHECK(faults_of(*database) == std::vector<std::string>{});
}

TEST_CASE("an interrupted replacement changes nothing", "[import_policies]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games.pgn", many_games(10));
  const auto database = empty_database();
  import_into(*database, {path});
  const auto before = content_of(*database);
  ImportOptions replace = few_games_a_batch(2);
  replace.known_files = KnownFiles::Replace;

  SECTION("because a batch fails") {
    folder.write("games.pgn", many_games(10, 100));
    import_into(*database, {path}, replace, {.more_games = 6});
  }
  SECTION("because it is stopped at a game") {
    folder.write("games.pgn", many_games(10, 100) + game("A", kIllegal));
    replace.illegal = IllegalGames::Stop;
    CHECK(import_into(*database, {path}, replace).news == News{{SourceStatus::NotReplaced, path}});
  }
  SECTION("because the file has no games any more") {
    folder.write("games.pgn", "");
    CHECK(import_into(*database, {path}, replace).news == News{{SourceStatus::NothingLeft, path}});
  }
  CHECK(content_of(*database) == before);
  folder.write("games.pgn", many_games(11, 100));
  replace.illegal = IllegalGames::Keep;
  CHECK(import_into(*database, {path}, replace).end.games == 11);
  CHECK(count(*database, "SELECT count(*) FROM game WHERE NOT flags & 1") == 11);
}

TEST_CASE("a file imported twice under one name is replaced as one", "[import_policies]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games.pgn", many_games(10));
  const auto database = empty_database();
  import_into(*database, {path});
  ImportOptions options;
  options.known_files = KnownFiles::Again;
  folder.write("games.pgn", many_games(9));
  import_into(*database, {path}, options);
  CHECK(count(*database, "SELECT count(*) FROM game") == 19);
  options.known_files = KnownFiles::Replace;
  const ImportRun run = import_into(*database, {path}, options);
  CHECK(run.end.kept == 9);
  CHECK(run.end.removed == 10);
  CHECK(count(*database, "SELECT count(*) FROM game WHERE NOT flags & 1") == 9);
  CHECK(import_into(*database, {path}, options).news ==
        News{{SourceStatus::AlreadyImported, path}});
}

TEST_CASE("a game that was truncated when it was read does not become two", "[import_policies]") {
  const TemporaryFolder folder;
  const std::string cut = "[Event \"?\"]\n[White \"A\"]\n\n1. e4 e5 2. Nf3\n";
  const std::string path = folder.write("games.pgn", cut);
  const auto database = empty_database();
  import_into(*database, {path});

  SECTION("its moves continue") {
    folder.write("games.pgn", cut + "Nc6 3. Bb5 *\n");
    ImportOptions replace;
    replace.known_files = KnownFiles::Replace;
    const ImportRun run = import_into(*database, {path}, replace);
    CHECK(run.end.games == 1);
    CHECK(run.end.removed == 1);
  }
  SECTION("another game follows") {
    folder.write("games.pgn", cut + "\n" + game("B", "1. d4"));
    const ImportRun run = import_into(*database, {path});
    CHECK(run.news == News{{SourceStatus::HasGrown, path}});
    CHECK(run.end.games == 1);
    CHECK(count(*database, "SELECT count(*) FROM game") == 2);
  }
}

TEST_CASE("a file that ends within a tag leaves a sound database", "[import_policies]") {
  const TemporaryFolder folder;
  const std::string text = game("A", "1. d4") + "[Event \"?\"]\n[White \"B";
  for (const std::string end : {"", "\"", "\"]", "\"]\n\n", "\n"}) {
    const auto database = empty_database();
    import_into(*database, {folder.write("games.pgn", text + end)});
    CAPTURE(end);
    CHECK(count(*database, "SELECT count(*) FROM game") == 2);
    CHECK(faults_of(*database) == std::vector<std::string>{});
  }
}

TEST_CASE("the same text with another date is not read", "[import_policies]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games.pgn", many_games(10));
  const auto database = empty_database();
  import_into(*database, {path});
  const auto before = content_of(*database);
  std::filesystem::last_write_time(path,
                                   std::filesystem::last_write_time(path) + std::chrono::hours(1));
  CHECK(import_into(*database, {path}).news == News{{SourceStatus::UnderOtherDate, path}});
  CHECK(import_into(*database, {path}).news == News{{SourceStatus::AlreadyImported, path}});
  CHECK(content_of(*database) == before);
}

TEST_CASE("a file that changed during an interrupted import is read from its start",
          "[import_policies]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games.pgn", many_games(10));
  const auto database = empty_database();
  import_into(*database, {path}, few_games_a_batch(3), {.more_games = 6});
  folder.write("games.pgn", game("A", "1. d4") + many_games(10));
  CHECK(import_into(*database, {path}).news == News{{SourceStatus::HasChanged, path}});
  ImportOptions replace;
  replace.known_files = KnownFiles::Replace;
  const ImportRun run = import_into(*database, {path}, replace);
  CHECK(run.end.games == 5);
  CHECK(run.end.kept == 6);
  CHECK(count(*database, "SELECT count(*) FROM game WHERE NOT flags & 1") == 11);
}
