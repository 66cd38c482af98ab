// Tests the search for duplicates, in a copy and in the file itself.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "db/model/filter_text.h"
#include "db/sqlite/care/copied_games.h"
#include "db/sqlite/sqlite_storage.h"
#include "db/store/open_storage.h"
#include "tests/db/care_database.h"
#include "tests/db/sample_games.h"
#include "tests/db/written_games.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

std::unique_ptr<Database> filled_database() {
  auto database = testing::empty_database();
  for (const std::string& text : files_with_duplicates()) import_text(*database, text);
  return database;
}

std::unique_ptr<Storage> storage_of(std::unique_ptr<Database> database) {
  return std::make_unique<SqliteStorage>(std::move(database), Access::Create, 2);
}

GameFilter filter(const char* text) {
  const auto parsed = parse_filter(text);
  if (!parsed) FAIL(parsed.error());
  return *parsed;
}

// Returns a line for each game of a group.
std::vector<std::string> groups_of(StoreDuplicates& duplicates, const GameFilter& among = {}) {
  std::vector<std::string> lines;
  const auto add = [&](GameId id, const std::string& why) {
    const auto game = duplicates.heading(id).value();
    lines.push_back(fmt::format("{} {} {} {} {} {}: {}", number_of(id), number_of(game.id),
                                game.white, game.date, game.plies, game.line, why));
  };
  duplicates.find(
      among,
      [&](const DuplicateGroup& group) {
        add(group.kept, "kept");
        for (const DuplicateGame& other : group.others) {
          add(other.game, fmt::format("{}, {}{}", to_string(other.kind), other.why,
                                      other.is_held() ? ", held" : ""));
        }
      },
      [](std::string_view, double) {});
  return lines;
}

}  // namespace

TEST_CASE("copied games look unchanged to a reader") {
  const auto original = filled_database();
  SqliteStorage storage(*original);
  double share = 0;
  const CopiedGames copy(storage, {.jobs = 2}, [&](double done) { share = done; });
  CHECK(visible_content(copy.database()) == visible_content(*original));
  CHECK(share == 1);
}

TEST_CASE("copied games have consecutive ids, which map to the original ones") {
  const auto original = filled_database();
  delete_numbers(*original, {1, 4, 5});
  SqliteStorage storage(*original);
  const CopiedGames copy(storage, {.filter = filter("id <= 7")}, [](double) {});
  CHECK(copy.all().size() == 4);
  const std::vector<std::int64_t> originals = {2, 3, 6, 7};
  for (std::size_t i = 0; i < originals.size(); ++i) {
    const GameId number{static_cast<std::int64_t>(i + 1)};
    CHECK(number_of(copy.original(number)) == originals[i]);
    CHECK(copy.copy_of(GameId{originals[i]}) == number);
  }
  for (const std::int64_t none : {1, 4, 5, 8, 0}) CHECK_FALSE(copy.copy_of(GameId{none}));
}

TEST_CASE("a copy has the duplicates of the file itself") {
  const char* const text = GENERATE("id >= 1", "plies >= 20", "date = 2013", "white = Carlsen",
                                    "pattern = 'Nf3'", "id >= 5", "white = Nobody");
  CAPTURE(text);
  std::vector<std::string> groups[2];
  for (const bool is_copied : {false, true}) {
    auto database = filled_database();
    delete_numbers(*database, {2, 9});
    const auto duplicates = is_copied ? duplicates_in_copy(storage_of(std::move(database)), 2)
                                      : duplicates_in_file(std::move(database), Access::Read);
    groups[is_copied ? 1 : 0] = groups_of(*duplicates, filter(text));
  }
  CHECK(groups[1] == groups[0]);
  CHECK(groups[0].empty() == (std::string(text) == "white = Nobody"));
}

TEST_CASE("nothing is deleted if a duplicate has been removed meanwhile") {
  const bool is_kept = GENERATE(true, false);
  auto owned = storage_of(filled_database());
  Storage& storage = *owned;
  const auto duplicates = duplicates_in_copy(std::move(owned), 1);
  ChosenGames chosen;
  const auto visit = [&](const DuplicateGroup& group) {
    chosen.kept.push_back(group.kept);
    chosen.games.push_back(group.others.front().game);
  };
  duplicates->find({}, visit, [](std::string_view, double) {});
  REQUIRE(chosen.games.size() > 2);
  const std::uint64_t all = storage.count({});
  REQUIRE(storage.erase({.games = {is_kept ? chosen.kept[1] : chosen.games[1]}}));
  CHECK_FALSE(duplicates->erase(chosen));
  CHECK(storage.count({}) == all - 1);
}

}  // namespace arbiter::testing
