// Tests imports into a database: all games are added once, despite interruptions.
#include "db/import/importer.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <thread>

#include "db/import/import_batch.h"
#include "db/import/import_pipeline.h"
#include "db/model/filter_text.h"
#include "db/model/game_draft.h"
#include "lib/io/input_files.h"
#include "tests/db/import_run.h"
#include "tests/db/sample_games.h"
#include "tests/io/packing.h"
#include "tests/io/temporary_folder.h"
#include "tests/pgn/games_read.h"
#include "tests/pgn/padded_text.h"
#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;
namespace {

using News = std::vector<std::pair<SourceStatus, std::string>>;

// Returns the contents after an undisturbed import of the files.
std::vector<std::string> plain_import(const std::vector<std::string>& paths) {
  const auto database = empty_database();
  import_into(*database, paths);
  return content_of(*database);
}

std::string text_in_utf8(const std::string& path) {
  const auto input = arbiter::open_input(path);
  REQUIRE(input.has_value());
  const auto member = (*input)->next_member();
  REQUIRE(member.has_value());
  std::string text;
  std::array<char, 4096> block;
  while (const std::size_t size = member->source.read(block)) text.append(block.data(), size);
  return text;
}

std::vector<std::string> diagnostics_files() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(testdata("diagnostics"))) {
    if (entry.path().extension() == ".pgn") paths.push_back(entry.path().string());
  }
  std::ranges::sort(paths);
  return paths;
}

std::int64_t count(const Database& database, const char* sql) {
  return database.connection().integer(sql);
}

}  // namespace

TEST_CASE("every game of every file is imported", "[importer]") {
  std::vector<std::string> paths = diagnostics_files();
  paths.push_back(testdata("tournament.pgn").string());
  std::uint64_t games = 0;
  std::size_t unread = 0;
  for (const std::string& path : paths) {
    if (std::filesystem::path(path).filename() == "binary-file.pgn") {
      ++unread;
    } else {
      games += read_in_one_piece(text_in_utf8(path)).games.size();
    }
  }
  const auto database = empty_database();
  ImportOptions options;
  options.known_files = KnownFiles::Again;  // some have the same text
  const ImportRun run = import_into(*database, paths, options);
  CHECK(run.failures.size() == unread);
  CHECK(run.end.batches == 1);
  CHECK(run.end.games == games);
  CHECK(count(*database, "SELECT count(*) FROM game") == static_cast<std::int64_t>(run.end.games));
  CHECK(count(*database, "SELECT count(*) FROM source WHERE is_finished = 0") == 0);
  CHECK(count(*database, "SELECT count(*) FROM source") ==
        static_cast<std::int64_t>(paths.size() - unread));
}

TEST_CASE("a second import changes nothing", "[importer]") {
  const std::vector<std::string> paths = {testdata("tournament.pgn").string()};
  const auto database = empty_database();
  import_into(*database, paths);
  const auto before = content_of(*database);
  const ImportRun run = import_into(*database, paths);
  CHECK(run.news == News{{SourceStatus::AlreadyImported, paths[0]}});
  CHECK(run.end.batches == 0);
  CHECK(content_of(*database) == before);
}

TEST_CASE("a file that is named twice is read once", "[importer]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games.pgn", many_games(3));
  std::filesystem::create_symlink(path, folder.path("link.pgn"));
  const auto database = empty_database();
  CHECK(import_into(*database, {path, path, folder.path("link.pgn")}).end.games == 3);
}

TEST_CASE("the ends of batches make no difference", "[importer]") {
  const TemporaryFolder folder;
  const std::vector<std::string> paths = {testdata("tournament.pgn").string(),
                                          folder.write("many.pgn", many_games(60))};
  const auto expected = plain_import(paths);
  const std::uint32_t games = GENERATE(1, 2, 7, 14, 59);
  CAPTURE(games);
  const auto database = empty_database();
  const ImportRun run = import_into(*database, paths, few_games_a_batch(games));
  CHECK(run.end.batches >= run.end.games / games);
  CHECK(content_of(*database) == expected);
}

TEST_CASE("an import that failed between batches continues where it stopped", "[importer]") {
  const TemporaryFolder folder;
  const std::string tournament = testdata("tournament.pgn").string();
  const std::string text = read_text(tournament) + "\n" + many_games(40);
  const std::string ending = GENERATE(as<std::string>{}, "", ".zst", ".gz");
  const std::string packed = ending == ".zst"  ? compress("zstd", text)
                             : ending == ".gz" ? compress("gzip", text)
                                               : text;
  const std::vector<std::string> paths = {folder.write("games.pgn" + ending, packed),
                                          folder.write("more.pgn", many_games(20, 100))};
  const auto expected = plain_import(paths);
  const std::size_t batches = GENERATE(0, 1, 2, 5, 8, 9, 10);
  CAPTURE(ending, batches);
  const auto database = empty_database();
  import_into(*database, paths, few_games_a_batch(7), {.more_games = 7 * batches});
  CHECK(count(*database, "SELECT count(*) FROM game") < 75);
  const ImportRun run = import_into(*database, paths, few_games_a_batch(7));
  CHECK(content_of(*database) == expected);
  if (batches == 2) CHECK(run.news == News{{SourceStatus::Resumed, paths[0]}});
}

TEST_CASE("an import that fails repeatedly reaches its end", "[importer]") {
  const TemporaryFolder folder;
  const std::vector<std::string> paths = {folder.write("games.pgn", many_games(30))};
  const auto expected = plain_import(paths);
  const auto database = empty_database();
  std::size_t runs = 0;
  while (content_of(*database) != expected) {
    REQUIRE(++runs < 40);
    import_into(*database, paths, few_games_a_batch(3), {.more_games = 3});
  }
  CHECK(runs == 10);
}

TEST_CASE("an import that was stopped keeps the games read so far", "[importer]") {
  const TemporaryFolder folder;
  // Many more chunks than the three that are read while the first one is counted.
  constexpr std::size_t kGames = 12'000;
  const std::string text = many_games(kGames);
  const std::vector<std::string> paths = {folder.write("games.pgn", text)};
  const auto database = empty_database();
  const ImportRun stopped =
      import_into(*database, paths, few_games_a_batch(65'536), {.stop_after_chunks = 1});
  CHECK(stopped.end.was_stopped);
  const std::uint64_t games = stopped.end.games;
  CHECK(games > 0);
  CHECK(games < kGames);
  CHECK(count(*database, "SELECT count(*) FROM game") == static_cast<std::int64_t>(games));
  const ImportRun rest = import_into(*database, paths);
  CHECK(rest.news == News{{SourceStatus::Resumed, paths[0]}});
  CHECK(games + rest.end.games == kGames);
  CHECK(count(*database, "SELECT count(DISTINCT round) FROM game") == kGames);
  CHECK(count(*database, "SELECT done_lines FROM source") == std::ranges::count(text, '\n'));
}

TEST_CASE("the number of threads does not change the result", "[importer]") {
  const TemporaryFolder folder;
  const std::vector<std::string> paths = {folder.write("games.pgn", many_games(2500)),
                                          testdata("tournament.pgn").string()};
  const auto contents = [&](unsigned jobs) {
    ImportOptions options;
    options.jobs = jobs;
    options.batch_games = 600;
    const auto database = empty_database();
    import_into(*database, paths, options);
    return content_of(*database);
  };
  const auto one = contents(1);
  CHECK(contents(2) == one);
  CHECK(contents(5) == one);
}

TEST_CASE("games of several files and members share a batch", "[importer]") {
  const TemporaryFolder folder;
  const std::string zip = folder.write(
      "games.zip", pack("zip", {{"a.pgn", many_games(3)}, {"b.pgn", many_games(4, 50)}}));
  const std::string empty = folder.write("empty.pgn", "");
  const std::string plain = folder.write("games.pgn", many_games(5, 90));
  const auto database = empty_database();
  const ImportRun run = import_into(*database, {zip, empty, plain});
  CHECK(run.end.batches == 1);
  CHECK(run.end.games == 12);
  CHECK(run.end.sources == 4);
  CHECK(run.file_findings == std::vector{DiagnosticCode::EmptyFile});
  Statement rows = database->connection().prepare(
      "SELECT source.name, count(game.id), done_games, is_finished FROM source"
      " LEFT JOIN game ON game.source = source.id GROUP BY source.id ORDER BY source.id");
  const std::string real = std::filesystem::canonical(folder.path("")).string();
  const std::vector<std::pair<std::string, std::int64_t>> expected = {
      {real + "/games.zip:a.pgn", 3},
      {real + "/games.zip:b.pgn", 4},
      {real + "/empty.pgn", 0},
      {real + "/games.pgn", 5}};
  for (const auto& [name, games] : expected) {
    REQUIRE(rows.step());
    CHECK(rows.text(0) == name);
    CHECK(rows.integer(1) == games);
    CHECK(rows.integer(2) == games);
    CHECK(rows.integer(3) == 1);
  }
  rows.reset();
  CHECK(import_into(*database, {zip, empty, plain}).end.sources == 0);
}

TEST_CASE("members with the same name are each read", "[importer]") {
  const TemporaryFolder folder;
  const std::string tar = folder.write(
      "games.tar", pack("tar", {{"a.pgn", many_games(3)}, {"a.pgn", many_games(2, 50)}}));
  const auto database = empty_database();
  CHECK(import_into(*database, {tar}).end.games == 5);
  CHECK(import_into(*database, {tar}).end.games == 0);
}

TEST_CASE("a member is found again in a rewritten archive", "[importer]") {
  const TemporaryFolder folder;
  const std::string zip = folder.write("games.zip", pack("zip", {{"a.pgn", many_games(3)}}));
  const auto database = empty_database();
  import_into(*database, {zip});
  folder.write("games.zip", pack("zip", {{"a.pgn", many_games(3)}, {"b.pgn", many_games(2, 50)}}));
  const ImportRun run = import_into(*database, {zip});
  CHECK(run.news == News{{SourceStatus::UnderOtherDate, zip + ":a.pgn"}});
  CHECK(run.end.games == 2);
  CHECK(count(*database, "SELECT count(*) FROM source") == 2);
}

TEST_CASE("unreadable files are reported, and the others are read", "[importer]") {
  const TemporaryFolder folder;
  const std::string good = folder.write("good.pgn", many_games(2));
  const std::string binary = folder.write("binary.pgn", std::string(3000, '\1'));
  const auto database = empty_database();
  const ImportRun run = import_into(*database, {folder.path("none.pgn"), binary, good});
  CHECK(run.failures == std::vector{folder.path("none.pgn"), binary});
  CHECK(run.end.games == 2);
  CHECK(count(*database, "SELECT count(*) FROM source") == 1);
}

TEST_CASE("a damaged file gives its complete games, and the rest after the repair", "[importer]") {
  const TemporaryFolder folder;
  const std::string text = many_games(2500);
  const std::string packed = compress("zstd", text);
  const std::string path =
      folder.write("games.pgn.zst", std::string_view(packed).substr(0, packed.size() / 2));
  const auto database = empty_database();
  const ImportRun run = import_into(*database, {path});
  CHECK(run.failures == std::vector{path});
  CHECK(run.end.games > 0);
  CHECK(run.end.games < 2500);
  CHECK(count(*database,
              "SELECT count(*) FROM finding JOIN finding_kind ON kind = id"
              " WHERE name = 'truncated-file'") == 0);
  folder.write("games.pgn.zst", packed);
  import_into(*database, {path});
  CHECK(content_of(*database) == plain_import({path}));
}

TEST_CASE("skipped games are counted by reason", "[importer]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games.pgn", many_games(40));
  ImportOptions options = few_games_a_batch(4);
  options.where = *parse_filter("player = Player 3");
  const auto database = empty_database();
  const ImportRun run = import_into(*database, {path}, options);
  const auto games = count(*database, "SELECT count(*) FROM game");
  CHECK(games == 3);  // every 17th of 40: numbers 3, 20 and 37
  CHECK(run.end.unwanted == 37);
  CHECK(run.end.games == 3);
  CHECK(count(*database, "SELECT done_offset FROM source") ==
        static_cast<std::int64_t>(many_games(40).size()));
}

TEST_CASE("batches end at the limit of games or bytes", "[importer]") {
  ImportSource source;
  BatchGatherer gatherer({.games = 10, .memory = 3000});
  ImportChunk chunk;
  chunk.source = &source;
  chunk.text.source.text = "0123456789";
  chunk.end = 10;
  for (std::size_t i = 0; i < 4; ++i) {
    add_sample({.moves = "e4"}, chunk.drafts);
    chunk.game_ends.push_back(2 * i + 2);
  }
  CHECK(gatherer.add(chunk));
  CHECK(!gatherer.is_full());
  CHECK(gatherer.add(chunk));
  CHECK(gatherer.is_full() == (memory_of(gatherer.batch().drafts) >= 3000));
  CHECK(!gatherer.add(chunk));  // two games do not make a chunk
  CHECK(gatherer.batch().drafts.games.size() == 8);
  gatherer.batch().clear();
  CHECK(gatherer.add(chunk));
  CHECK(gatherer.batch().drafts.games.size() == 4);
  REQUIRE(gatherer.batch().parts.size() == 1);
  CHECK(gatherer.batch().parts[0].mark.batch_games == 4);
  CHECK(gatherer.batch().parts[0].mark.offset == 30);
}

// Without line breaks, all games are one chunk.
std::string games_on_one_line(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += "[A \"x\"]* ";
  return text;
}

TEST_CASE("a chunk of very many games is drafted in parts", "[importer]") {
  const PaddedText text(games_on_one_line(30'000));
  ChunkDrafter drafter({}, std::nullopt);
  ImportChunk chunk;
  chunk.text.source = text.source();
  std::size_t games = 0;
  std::size_t end = 0;
  do {
    drafter.draft(chunk);
    CHECK(chunk.begin == end);
    CHECK(chunk.drafts.games.size() < 10'000);
    CHECK(chunk.drafts.games.front().offset == 9 * games);
    games += chunk.drafts.games.size();
    end = chunk.end;
  } while (chunk.has_more);
  CHECK(games == 30'000);
  CHECK(end == 270'000);
}

TEST_CASE("a chunk of very many games is imported like any other", "[importer]") {
  const TemporaryFolder folder;
  const std::string before = games_on_one_line(20'000);
  const std::string path = folder.write("games.pgn", before + "[A \"x\"] 1. Ke4 * [A \"x\"]*");
  const auto [batch, jobs] = GENERATE(table<int, int>({{10'000, 1}, {65'536, 3}}));
  ImportOptions options = few_games_a_batch(batch);
  options.jobs = jobs;
  const auto database = empty_database();
  CHECK(import_into(*database, {path}, options).end.games == 20'002);
  CHECK(count(*database, "SELECT done_offset FROM source") ==
        static_cast<std::int64_t>(before.size() + 25));
  CHECK(count(*database, "SELECT is_finished FROM source") == 1);
  CHECK(count(*database, "SELECT sum(offset) FROM game") == 9ll * 20'000 * 20'001 / 2 + 180'017);

  options.illegal = IllegalGames::Stop;
  const ImportRun stopped = import_into(*empty_database(), {path}, options);
  REQUIRE(stopped.end.refused.has_value());
  CHECK(stopped.end.games == 20'000);
}

TEST_CASE("a finding is stored with its game", "[importer]") {
  const TemporaryFolder folder;
  const std::string good = "[Event \"?\"]\n[White \"A\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n";
  const std::string bad =
      "[Event \"?\"]\n[White \"B\xE9\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf4 *\n\n";
  const std::string path = folder.write("games.pgn", good + bad + good + bad);
  const auto database = empty_database();
  import_into(*database, {path}, few_games_a_batch(GENERATE(1, 100)));
  Statement rows = database->connection().prepare(
      "SELECT game, ply, name FROM finding JOIN finding_kind ON id = kind"
      " WHERE severity <> 'note' AND name <> 'str-missing' ORDER BY game, ply");
  for (const std::int64_t game : {2, 4}) {
    REQUIRE(rows.step());
    CHECK(rows.integer(0) == game);
    CHECK(rows.text(2) == "not-utf8");
    REQUIRE(rows.step());
    CHECK(rows.integer(0) == game);
    CHECK(rows.integer(1) == 3);
    CHECK(rows.text(2) == "unreachable");
  }
  CHECK(!rows.step());
}
