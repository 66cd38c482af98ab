#include <fmt/format.h>

#include <string>

#include "db/model/column_values.h"
#include "db/sqlite/games/names.h"
#include "db/sqlite/games/schema.h"

namespace arbiter::sqlite {
namespace {

// SQL for numbers as text. Unknown parts of a date are written as in PGN (8.1.1.3). An index has
// the same expression (create_sql_indexes()), so that SQLite finds dates by it; its columns cannot
// be qualified with their table.
constexpr std::string_view kDate = R"sql(
  replace(replace(printf('%04d.%02d.%02d', date / 10000, date / 100 % 100, date % 100),
    '.00', '.??'), '0000.', '????.'))sql";

constexpr std::string_view kResult =
    "CASE game.result WHEN 1 THEN '1-0' WHEN 2 THEN '0-1' WHEN 3 THEN '1/2-1/2' ELSE '*' END";

// The SQL for the ECO code of a row of table `{0}`.
constexpr std::string_view kEco =
    "CASE WHEN {0}.eco > 0 THEN"
    " char(65 + ({0}.eco - 1) / 100) || printf('%02d', ({0}.eco - 1) % 100) END";

std::string eco_in(std::string_view table) { return fmt::format(kEco, table); }

// The half-moves before the first one, counted from move 1 of White. Turn and move number are the
// second and the last field of the FEN.
constexpr std::string_view kPliesBefore = R"sql(
  CASE WHEN game.start IS NULL THEN 0 ELSE
    2 * (substr(game.start, length(rtrim(game.start, '0123456789')) + 1) - 1) +
    (substr(game.start, instr(game.start, ' ') + 1, 1) = 'b') END)sql";

std::string ending_word() {
  std::string cases = "CASE game.ending";
  for (const EndingName& name : endings()) {
    cases += fmt::format(" WHEN {} THEN '{}'", static_cast<int>(name.ending), name.word);
  }
  return cases + " END";
}

// The SQL for the names of players and event.
struct NamesSql {
  std::string_view view, white, black, event, joins;
};

// With joins, SQLite starts a condition on a name at the name and continues by an index of games.
// Other names are looked up on demand.
constexpr NamesSql kJoined = {"VIEW", "white.name", "black.name", "event.name", R"sql(
LEFT JOIN player AS white ON white.id = game.white
LEFT JOIN player AS black ON black.id = game.black
LEFT JOIN event ON event.id = game.event)sql"};

// SQLite executes joins for a count even if no name is used.
constexpr NamesSql kLookedUp = {"TEMP VIEW", "(SELECT name FROM main.player WHERE id = game.white)",
                                "(SELECT name FROM main.player WHERE id = game.black)",
                                "(SELECT name FROM main.event WHERE id = game.event)", ""};

std::string games_view(const NamesSql& names) {
  return fmt::format(
#include "db/sqlite/games/games_view.sql.inc"
      , names.view, names.white, names.black, names.event, kDate, kResult, eco_in("game"),
      kOpeningPlyBits, eco_in("opening"), kOpeningPlyBits, kMaxOpeningPly, ending_word(),
      names.joins);
}

// One row for each folded name, in its most frequent spelling. Without indexes, all players are
// counted at once.
constexpr const char* kPlayersView =
#include "db/sqlite/games/players_view.sql.inc"
    ;

// With indexes each player is counted separately, so that one player costs no more than his games.
constexpr const char* kIndexedPlayersView =
#include "db/sqlite/games/indexed_players_view.sql.inc"
    ;

// Names that are equal when folded are one person, and so are names with the same number (`{0}`).
// `key` is that number, or the negated smallest number of names without one.
constexpr std::string_view kPersonViews =
#include "db/sqlite/games/person_views.sql.inc"
    ;

// Groups by the ECO tag.
std::string openings_view() {
  return fmt::format(
#include "db/sqlite/games/openings_view.sql.inc"
      , eco_in("game"));
}

// `move` and `side` are NULL if the finding is not about a move.
std::string findings_view() {
  return fmt::format(
#include "db/sqlite/games/findings_view.sql.inc"
      , kPliesBefore);
}

}  // namespace

bool has_sql_indexes(const Connection& connection) {
  constexpr std::string_view kFind =
      "SELECT count(*) FROM sqlite_master WHERE name = 'player_by_folded'";
  return connection.integer(kFind) > 0;
}

void renew_views(const Connection& connection) {
  connection.execute(
      "DROP VIEW IF EXISTS games; DROP VIEW IF EXISTS players; DROP VIEW IF EXISTS findings;"
      "DROP VIEW IF EXISTS openings");
  connection.execute(games_view(kJoined).c_str());
  connection.execute(has_sql_indexes(connection) ? kIndexedPlayersView : kPlayersView);
  connection.execute(findings_view().c_str());
  connection.execute(openings_view().c_str());
}

void create_sql_indexes(const Connection& connection) {
  if (has_sql_indexes(connection)) return;
  constexpr const char* kIndexes = R"sql(
CREATE INDEX game_by_white ON game (white, flags);
CREATE INDEX game_by_black ON game (black, flags);
CREATE INDEX game_by_event ON game (event, flags);
CREATE INDEX game_by_date ON game ({}, flags);
CREATE INDEX player_by_folded ON player (folded);
DROP VIEW players;
{}
)sql";
  connection.execute(fmt::format(fmt::runtime(kIndexes), kDate, kIndexedPlayersView).c_str());
}

void replace_joins_by_subqueries(const Connection& connection) {
  if (!has_openings(connection)) return;  // its own view has other columns
  connection.execute("PRAGMA query_only = OFF");
  connection.execute(games_view(kLookedUp).c_str());
  connection.execute("PRAGMA query_only = ON");
}

void add_person_views(const Connection& connection) {
  const bool has_persons = connection.integer("PRAGMA user_version") > kOldestSchema;
  const bool is_writable = connection.is_writable();
  if (!is_writable) connection.execute("PRAGMA query_only = OFF");
  connection.execute(
      fmt::format(fmt::runtime(kPersonViews), has_persons ? "person" : "NULL").c_str());
  if (!is_writable) connection.execute("PRAGMA query_only = ON");
}

}  // namespace arbiter::sqlite
