#include "db/care/integrity.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/care/integrity_games.h"
#include "db/care/integrity_log.h"
#include "db/model/damage.h"
#include "db/model/name_folding.h"

namespace arbiter::db::care {
namespace {

constexpr std::string_view kFullCheck = "PRAGMA integrity_check(1000)";
constexpr std::string_view kQuickCheck = "PRAGMA quick_check(1000)";
constexpr std::string_view kFindings = "SELECT game, ply, kind FROM finding";

struct NameSql {
  std::string_view table, last, read;
};
constexpr NameSql kPlayers = {"player", "SELECT coalesce(max(id), 0) FROM player",
                              "SELECT id, name, folded FROM player"};
constexpr NameSql kEvents = {"event", "SELECT coalesce(max(id), 0) FROM event",
                             "SELECT id, name, folded FROM event"};
constexpr NameSql kSites = {"site", "SELECT coalesce(max(id), 0) FROM site",
                            "SELECT id, name, folded FROM site"};

// What SQLite says has several lines at times, the first of which says nothing.
void say_lines(std::string_view text, IntegrityLog& log) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (!line.starts_with("***")) log.say(IntegrityPart::File, std::string(line));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
}

void check_file(const Connection& connection, FileCheck check, IntegrityLog& log) {
  log.totals().pages = static_cast<std::uint64_t>(connection.integer("PRAGMA page_count"));
  Statement query = connection.prepare(check == FileCheck::Full ? kFullCheck : kQuickCheck);
  while (query.step()) {
    if (query.text(0) != "ok") say_lines(query.text(0), log);
  }
}

// Numbers below 1 are nobody's.
void insert(GameSet& set, std::int64_t id) {
  if (id > 0) set.insert(GameId{id});
}

GameSet ids_of(const Connection& connection, std::string_view last, std::string_view ids) {
  GameSet set(connection.integer(last));
  Statement query = connection.prepare(ids);
  while (query.step()) insert(set, query.integer(0));
  return set;
}

GameSet check_names(const Connection& connection, const NameSql& sql, IntegrityLog& log) {
  GameSet set(connection.integer(sql.last));
  Statement query = connection.prepare(sql.read);
  while (query.step()) {
    insert(set, query.integer(0));
    ++log.totals().names;
    const std::string folded = folded_name(query.text(1));
    if (query.text(2) == folded) continue;
    log.say(IntegrityPart::Columns,
            fmt::format("{} {}, \"{}\", is searched as \"{}\", and should be as \"{}\"", sql.table,
                        query.integer(0), query.text(1), query.text(2), folded));
  }
  return set;
}

void check_findings(const Connection& connection, const GameSet& games, IntegrityLog& log) {
  const GameSet kinds = ids_of(connection, "SELECT coalesce(max(id), 0) FROM finding_kind",
                               "SELECT id FROM finding_kind");
  Statement query = connection.prepare(kFindings);
  while (query.step()) {
    ++log.totals().findings;
    const GameId game{query.integer(0)};
    if (!games.contains(game)) {
      log.say(IntegrityPart::Findings, game, "it has findings, but does not exist");
    } else if (!kinds.contains(GameId{query.integer(2)})) {
      log.say(IntegrityPart::Findings, game,
              fmt::format("it has a finding of kind {}, which does not exist", query.integer(2)));
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

}  // namespace

IntegrityTotals check_integrity(const Database& database, const IntegrityOptions& options,
                                IntegrityListener& listener) {
  const Connection& connection = database.connection();
  const ReadSnapshot snapshot(connection);
  IntegrityTotals totals;
  totals.index_plies = database.index_plies();
  IntegrityLog log(listener, totals);
  KnownNames names;
  GameSet games;
  guarded(IntegrityPart::File, log, [&] { check_file(connection, options.file, log); });
  guarded(IntegrityPart::Names, log, [&] {
    names.players = check_names(connection, kPlayers, log);
    names.events = check_names(connection, kEvents, log);
    names.sites = check_names(connection, kSites, log);
    names.sources =
        ids_of(connection, "SELECT coalesce(max(id), 0) FROM source", "SELECT id FROM source");
  });
  guarded(IntegrityPart::Games, log,
          [&] { games = check_games(database, names, options.jobs, log); });
  guarded(IntegrityPart::Findings, log, [&] { check_findings(connection, games, log); });
  return totals;
}

}  // namespace arbiter::db::care
