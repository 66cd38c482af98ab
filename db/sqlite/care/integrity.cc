#include "db/sqlite/care/integrity.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/model/damage.h"
#include "db/model/game_draft.h"
#include "db/sqlite/care/integrity_games.h"
#include "db/sqlite/care/integrity_log.h"
#include "db/sqlite/care/integrity_merges.h"
#include "db/sqlite/care/integrity_pages.h"
#include "db/sqlite/file/page_checksums.h"
#include "db/sqlite/games/file_limits.h"
#include "db/sqlite/games/schema.h"
#include "db/sqlite/games/schema_check.h"
#include "db/sqlite/games/sources.h"
#include "lib/tags/person_name.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kFindings =
    "SELECT finding.game, ply, kind, plies, flags FROM finding"
    " LEFT JOIN game ON game.id = finding.game ORDER BY finding.game";
constexpr std::string_view kColumns =
    "SELECT name, type, \"notnull\" FROM pragma_table_info(?1) WHERE type <> ''";
constexpr std::string_view kWrongPlaces =
    "SELECT game.id, offset, line FROM game JOIN source ON source.id = game.source"
    " WHERE NOT flags & 1 AND (offset < 0 OR offset > done_offset OR line < 1 OR"
    " line > done_lines + 1)";
constexpr std::string_view kForgotten =
    "SELECT source.id, is_forgotten, max(game.id) FROM source"
    " LEFT JOIN game ON game.source = source.id AND NOT flags & 1 WHERE is_forgotten <> 0"
    " GROUP BY source.id";
constexpr std::string_view kSeverities =
    "SELECT id FROM finding_kind WHERE severity NOT IN ('error', 'warning', 'note')";
constexpr std::string_view kWrongCodes =
    "SELECT id, eco FROM opening WHERE eco < 1 OR eco > 500 OR typeof(eco) <> 'integer'";
constexpr std::int64_t kMostPlies = 65'535;

void check_schema(const Database& database, ForeignCheck foreign, IntegrityLog& log) {
  log.totals().own_objects = own_objects(database.connection()).size();
  if (foreign == ForeignCheck::Ignore) return;
  for (const SchemaFault& fault : schema_faults(database.connection())) {
    log.say(IntegrityPart::File, to_string(fault));
  }
}

// The numbers of a table's rows. Those that nothing can have are nobody's.
GameSet ids_of(const Connection& connection, std::string_view table, IntegrityLog& log) {
  const std::int64_t most = most_names(connection);
  const std::int64_t last =
      connection.integer(fmt::format("SELECT coalesce(max(id), 0) FROM {}", table));
  GameSet ids(std::clamp<std::int64_t>(last, 0, most));
  Statement query = connection.prepare(fmt::format("SELECT id FROM {}", table));
  while (query.step()) {
    const std::int64_t id = query.integer(0);
    if (id >= 1 && id <= most) {
      ids.insert(GameId{id});
    } else {
      log.say(IntegrityPart::Names, fmt::format("{} {}: its number is invalid", table, id));
    }
  }
  return ids;
}

GameSet check_names(const Connection& connection, std::string_view table, IntegrityLog& log) {
  Statement query = connection.prepare(fmt::format("SELECT id, name, folded FROM {}", table));
  while (query.step()) {
    ++log.totals().names;
    const std::string folded = folded_name(query.text(1));
    if (query.text(2) == folded) continue;
    log.say(IntegrityPart::Columns,
            fmt::format("{} {}, \"{}\", is searched as \"{}\", and should be as \"{}\"", table,
                        query.integer(0), query.text(1), query.text(2), folded));
  }
  return ids_of(connection, table, log);
}

GameSet check_openings(const Connection& connection, IntegrityLog& log) {
  if (!has_openings(connection)) return GameSet(0);
  Statement query = connection.prepare(kWrongCodes);
  while (query.step()) {
    log.say(IntegrityPart::Names,
            fmt::format("opening {}: {} is not an ECO code", query.integer(0), query.integer(1)));
  }
  return ids_of(connection, "opening", log);
}

// A finding may be about the half-move that could not be made, and about those after it.
std::int64_t last_ply_of(const Statement& finding) {
  const bool is_whole = (finding.integer(4) & (kIncomplete | kUnchecked)) == 0;
  return is_whole ? finding.integer(3) + 1 : kMostPlies;
}

void check_findings(const Connection& connection, const GameSet& games, IntegrityLog& log) {
  const GameSet kinds = ids_of(connection, "finding_kind", log);
  Statement severities = connection.prepare(kSeverities);
  while (severities.step()) {
    log.say(IntegrityPart::Findings,
            fmt::format("finding_kind {}: it has no known severity", severities.integer(0)));
  }
  Statement query = connection.prepare(kFindings);
  while (query.step()) {
    ++log.totals().findings;
    const GameId game{query.integer(0)};
    if (!games.contains(game)) {
      log.say(IntegrityPart::Findings, game, "it has findings, but does not exist");
    } else if (!kinds.contains(GameId{query.integer(2)})) {
      log.say(IntegrityPart::Findings, game,
              fmt::format("it has a finding of kind {}, which does not exist", query.integer(2)));
    } else if (const std::int64_t ply = query.integer(1); ply < 0 || ply > last_ply_of(query)) {
      log.say(IntegrityPart::Findings, game,
              fmt::format("it has a finding at half-move {}, which does not exist", ply));
    }
  }
}

// Rows with values of other types than the table declares.
std::string wrong_types_in(const Connection& connection, std::string_view what,
                           std::string_view table) {
  std::string sql = fmt::format("SELECT {} FROM {} WHERE 0", what, table);
  Statement columns = connection.prepare(kColumns);
  columns.bind(1, table);
  while (columns.step()) {
    const std::string_view null = columns.integer(2) != 0 ? "" : ", 'null'";
    sql += fmt::format(" OR typeof({}) NOT IN (lower('{}'){})", columns.text(0), columns.text(1),
                       null);
  }
  return sql;
}

void check_types(const Connection& connection, IntegrityLog& log) {
  for (const auto& [table, sql] : table_texts(connection.integer("PRAGMA user_version"))) {
    if (table == "game") continue;  // told one by one: check_values()
    if (table == "opening" && !has_openings(connection)) continue;
    const std::int64_t rows = connection.integer(wrong_types_in(connection, "count(*)", table));
    if (rows == 0) continue;
    log.say(IntegrityPart::File, fmt::format("{}: {} {} a value of a wrong type", table, rows,
                                             rows == 1 ? "row has" : "rows have"));
  }
}

void check_values(const Connection& connection, IntegrityLog& log) {
  Statement types = connection.prepare(wrong_types_in(connection, "id", "game"));
  while (types.step()) {
    log.say(IntegrityPart::Games, GameId{types.integer(0)}, "a value of its row has a wrong type");
  }
  Statement places = connection.prepare(kWrongPlaces);
  while (places.step()) {
    log.say(IntegrityPart::Games, GameId{places.integer(0)},
            fmt::format("it stands at byte {}, line {}, where its source was not read",
                        places.integer(1), places.integer(2)));
  }
}

void check_sources(const Connection& connection, IntegrityLog& log) {
  for (const SourceId source : changed_sources(connection)) {
    log.say(IntegrityPart::File,
            fmt::format("source {}: how far it was read is not as it was written",
                        static_cast<std::uint32_t>(source)));
  }
}

void check_forgotten(const Connection& connection, IntegrityLog& log) {
  if (connection.integer("PRAGMA user_version") < 2) return;  // nothing was forgotten yet
  Statement forgotten = connection.prepare(kForgotten);
  while (forgotten.step()) {
    if (forgotten.integer(1) != 1) {
      log.say(IntegrityPart::File, fmt::format("source {}: {} is neither 0 nor 1, for forgotten",
                                               forgotten.integer(0), forgotten.integer(1)));
    } else if (!forgotten.is_null(2)) {
      log.say(IntegrityPart::Games, GameId{forgotten.integer(2)},
              fmt::format("it is from source {}, which is forgotten", forgotten.integer(0)));
    }
  }
}

// Damage that keeps a part from being read to its end is a fault of it.
template <class Check>
void guarded(IntegrityPart part, IntegrityLog& log, Check check) {
  try {
    check();
  } catch (const DamageError& error) {
    log.say(part, error.fault());
  }
}

IntegrityTotals check_all(const Database& database, const IntegrityOptions& options,
                          IntegrityListener& listener) {
  const Connection& connection = database.connection();
  IntegrityTotals totals;
  IntegrityLog log(listener, totals);
  guarded(IntegrityPart::File, log, [&] { totals.index_plies = database.index_plies(); });
  KnownNames names;
  GameSet games;
  if (!options.fault_at_opening.empty()) log.say(IntegrityPart::File, options.fault_at_opening);
  guarded(IntegrityPart::File, log, [&] { check_schema(database, options.foreign, log); });
  guarded(IntegrityPart::File, log, [&] { check_pages(connection, options.file, log); });
  guarded(IntegrityPart::Names, log, [&] {
    names.players = check_names(connection, "player", log);
    names.events = check_names(connection, "event", log);
    names.sites = check_names(connection, "site", log);
    names.sources = ids_of(connection, "source", log);
    names.openings = check_openings(connection, log);
  });
  guarded(IntegrityPart::File, log, [&] { check_types(connection, log); });
  guarded(IntegrityPart::File, log, [&] { check_sources(connection, log); });
  guarded(IntegrityPart::File, log, [&] { check_forgotten(connection, log); });
  guarded(IntegrityPart::Games, log, [&] { check_values(connection, log); });
  guarded(IntegrityPart::Games, log,
          [&] { games = check_games(database, names, options.jobs, log); });
  guarded(IntegrityPart::Index, log, [&] { check_merges(connection, log); });
  guarded(IntegrityPart::Games, log, [&] { tell_unreadable_games(connection, log); });
  guarded(IntegrityPart::Findings, log, [&] { check_findings(connection, games, log); });
  return totals;
}

class SilentListener final : public IntegrityListener {
 public:
  void on_fault(const IntegrityFault& /*unused*/) override {}
  void on_progress(std::uint64_t /*unused*/) override {}
};

}  // namespace

IntegrityTotals check_integrity(const Database& database, const IntegrityOptions& options,
                                IntegrityListener& listener) {
  const Connection& connection = database.connection();
  const ReadSnapshot snapshot(connection);
  IntegrityTotals totals = check_all(database, options, listener);
  const bool is_damaged = !options.fault_at_opening.empty() || !damaged_pages(connection).empty();
  if (is_damaged && page_check(connection) == PageCheck::Compare) {
    const UncheckedPages unchecked(connection);
    SilentListener silent;
    IntegrityOptions inside = options;
    inside.fault_at_opening.clear();
    totals.faults_inside = check_all(database, inside, silent).faults;
  }
  return totals;
}

}  // namespace arbiter::sqlite
