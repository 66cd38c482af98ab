#include "db/sqlite/games/names.h"

#include <catch2/catch.hpp>
#include <map>

#include "db/sqlite/games/database.h"
#include "tests/db/sample_games.h"
#include "tests/db/statement_log.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using testing::empty_database;

std::string name_of(const Connection& connection, std::uint32_t id) {
  Statement query = connection.prepare("SELECT name FROM player WHERE id = ?1");
  return query.bind(1, id).step() ? std::string(query.text(0)) : "";
}

TEST_CASE("each name has one id, in every session", "[names]") {
  const auto database = empty_database();
  const Connection& connection = database->connection();
  NameStore names(connection, NameTable::Player);
  CHECK(names.id_of("") == 0);
  std::map<std::string, std::uint32_t> ids;
  for (const std::string name : {"Carlsen, Magnus", "carlsen, magnus", "M\xc3\xbcller", "?", " "}) {
    ids[name] = names.id_of(name);
    CHECK(name_of(connection, ids[name]) == name);
  }
  NameStore later(connection, NameTable::Player);
  names.forget();
  for (const auto& [name, id] : ids) {
    CAPTURE(name);
    CHECK(id != 0);
    CHECK(names.id_of(name) == id);
    CHECK(later.id_of(name) == id);
  }
  CHECK(connection.integer("SELECT count(*) FROM player") == 5);
}

TEST_CASE("players, events and sites do not share their names", "[names]") {
  const auto database = empty_database();
  const Connection& connection = database->connection();
  NameStore(connection, NameTable::Player).id_of("London");
  NameStore(connection, NameTable::Event).id_of("London");
  NameStore(connection, NameTable::Site).id_of("London");
  for (const char* table : {"player", "event", "site"}) {
    CHECK(connection.integer(std::string("SELECT count(*) FROM ") + table) == 1);
  }
}

TEST_CASE("a name is stored with its search form", "[names]") {
  const auto database = empty_database();
  NameStore(database->connection(), NameTable::Player).id_of("M\xc3\xbcLLER, Karsten");
  Statement query = database->connection().prepare("SELECT folded FROM player");
  REQUIRE(query.step());
  CHECK(query.text(0) == "muller, karsten");
}

TEST_CASE("a rollback clears the ids in memory", "[names]") {
  const auto database = empty_database();
  const Connection& connection = database->connection();
  NameStore names(connection, NameTable::Player);
  {
    const Transaction transaction(connection);
    names.id_of("Lost");
  }
  names.forget();
  connection.execute("INSERT INTO player (name, folded) VALUES ('Other', 'other')");
  const std::uint32_t id = names.id_of("Lost");
  CHECK(name_of(connection, id) == "Lost");
  CHECK(names.id_of("Other") != id);
}

TEST_CASE("a name is found through the index over names", "[names]") {
  const auto database = empty_database();
  const NameTable table = GENERATE(NameTable::Player, NameTable::Event, NameTable::Site);
  NameStore(database->connection(), table).id_of("A");
  NameStore names(database->connection(), table);
  const testing::StatementLog log(database->connection());
  names.id_of("A");
  names.id_of("B");
  CHECK(log.statements().size() == 2);
  CHECK(testing::whole_readings(database->connection(), log).empty());
}

}  // namespace
}  // namespace arbiter::testing
