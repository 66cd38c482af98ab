#include "db/sqlite/games/sources.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "db/model/damage.h"
#include "db/model/fingerprint.h"
#include "db/sqlite/games/schema.h"

namespace arbiter::sqlite {
namespace {

// Version 1 has no packing, no time and no head.
constexpr std::string_view kSelect =
    "SELECT id, name, bytes, modified, fingerprint, done_offset, done_lines, done_games,"
    " is_finished, {} FROM source {}";
constexpr std::string_view kColumns = "packing, imported, head";
constexpr std::string_view kAll = "WHERE NOT is_forgotten ORDER BY id";

Statement select_sources(const Connection& connection) {
  const bool is_old = connection.integer("PRAGMA user_version") == kOldestSchema;
  return connection.prepare(is_old ? fmt::format(kSelect, "NULL, NULL, NULL", "ORDER BY id")
                                   : fmt::format(kSelect, kColumns, kAll));
}

constexpr std::string_view kInsertSource =
    "INSERT INTO source (name, bytes, modified, fingerprint, packing, head)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
constexpr std::string_view kReopenSource =
    "UPDATE source SET bytes = ?2, modified = ?3, is_finished = 0, packing = ?4, head = ?5 WHERE "
    "id = ?1";
constexpr std::string_view kSaveSource =
    "UPDATE source SET fingerprint = ?2, done_offset = ?3, done_lines = ?4, done_games = ?5,"
    " is_finished = ?6, imported = strftime('%s', 'now') + 0 WHERE id = ?1";
constexpr std::string_view kForgetSource = "UPDATE source SET is_forgotten = 1 WHERE id = ?1";

// A number over how far a source was read, so that a change of it shows.
constexpr std::string_view kSeal =
    "INSERT OR REPLACE INTO meta (name, value) VALUES ('source ' || ?1, ?2)";
constexpr std::string_view kSelectSeal = "SELECT value FROM meta WHERE name = 'source ' || ?1";

std::int64_t seal_of(const SourceMark& mark) {
  const std::array<std::uint64_t, 5> numbers = {static_cast<std::uint64_t>(mark.source),
                                                mark.offset, mark.lines, mark.games,
                                                mark.fingerprint};
  Fingerprint seal;
  seal.add({reinterpret_cast<const char*>(numbers.data()), sizeof numbers});
  return static_cast<std::int64_t>(seal.value());
}

void seal(const Connection& connection, const SourceMark& mark) {
  connection.prepare(kSeal)
      .bind(1, static_cast<std::uint32_t>(mark.source))
      .bind(2, seal_of(mark))
      .run();
}

// Throws DamageError where a number is none that a source can have.
SourceRecord record_of(const Connection& connection, const Statement& row) {
  const auto check = [&](int column, std::int64_t least, std::int64_t most) {
    const std::int64_t number = row.integer(column);
    if (number >= least && number <= most) return;
    throw DamageError(connection.path(), fmt::format("the row of source {}", row.integer(0)));
  };
  const auto number = [&](int column) { return static_cast<std::uint64_t>(row.integer(column)); };
  check(0, 1, std::numeric_limits<std::uint32_t>::max());
  for (const int column : {2, 5, 6, 7}) check(column, 0, std::numeric_limits<std::int64_t>::max());
  check(8, 0, 1);
  return {.mark = {.source = SourceId{static_cast<std::uint32_t>(row.integer(0))},
                   .offset = number(5),
                   .lines = number(6),
                   .games = number(7),
                   .fingerprint = number(4),
                   .is_finished = row.integer(8) != 0},
          .file = {.name = std::string(row.text(1)),
                   .bytes = number(2),
                   .modified = row.integer(3),
                   .packing = std::string(row.text(9)),
                   .head = row.is_null(11) ? std::nullopt : std::optional(number(11))},
          .imported = row.is_null(10) ? std::nullopt : std::optional(row.integer(10))};
}

// Packing and head, from `parameter` on.
void bind_content(Statement& statement, int parameter, const SourceFile& file) {
  file.packing.empty() ? statement.bind_null(parameter) : statement.bind(parameter, file.packing);
  file.head ? statement.bind(parameter + 1, *file.head) : statement.bind_null(parameter + 1);
}

constexpr std::string_view kFindings = "SELECT game, count(*) FROM finding GROUP BY game";

// Calls `visit(GameId, SourceId)` for every game that is not deleted, by rising number.
template <class Visit>
void for_each_game(ColumnReader& columns, Visit visit) {
  for (std::int64_t chunk = 0; chunk < columns.chunks(); ++chunk) {
    const std::size_t games = columns.games_in(chunk);
    const auto flags = columns.column<std::uint8_t>(chunk, GameColumn::Flags);
    const auto sources = columns.column<std::uint32_t>(chunk, GameColumn::Source);
    for (std::size_t i = 0; i < games; ++i) {
      if ((flags[i] & kDeleted) != 0) continue;
      visit(game_at(chunk, i), SourceId{sources[i]});
    }
  }
}

}  // namespace

std::vector<SourceRecord> SourceStore::list() const {
  std::vector<SourceRecord> records;
  Statement rows = select_sources(connection_);
  while (rows.step()) records.push_back(record_of(connection_, rows));
  return records;
}

SourceRecords SourceStore::records() const { return by_name(list()); }

SourceMark SourceStore::mark_of(SourceId source) const {
  Statement row = connection_.prepare(fmt::format(kSelect, kColumns, "WHERE id = ?1"));
  row.bind(1, static_cast<std::uint32_t>(source));
  return row.step() ? record_of(connection_, row).mark : SourceMark{.source = source};
}

SourceId SourceStore::add(const SourceFile& file) const {
  Statement insert = connection_.prepare(kInsertSource);
  insert.bind(1, file.name)
      .bind(2, file.bytes)
      .bind(3, file.modified)
      .bind(4, Fingerprint().value());
  bind_content(insert, 5, file);
  insert.run();
  return SourceId{static_cast<std::uint32_t>(connection_.last_row())};
}

void SourceStore::reopen(SourceId source, const SourceFile& file) const {
  Statement update = connection_.prepare(kReopenSource);
  update.bind(1, static_cast<std::uint32_t>(source)).bind(2, file.bytes).bind(3, file.modified);
  bind_content(update, 4, file);
  update.run();
}

void SourceStore::save(const SourceMark& mark) const {
  Statement update = connection_.prepare(kSaveSource);
  update.bind(1, static_cast<std::uint32_t>(mark.source))
      .bind(2, mark.fingerprint)
      .bind(3, mark.offset)
      .bind(4, mark.lines)
      .bind(5, mark.games)
      .bind(6, mark.is_finished ? 1 : 0)
      .run();
  seal(connection_, mark);
}

std::vector<SourceId> changed_sources(const Connection& connection) {
  std::vector<SourceId> changed;
  if (connection.integer("PRAGMA user_version") == kOldestSchema) return changed;
  Statement rows = select_sources(connection);
  Statement sealed = connection.prepare(kSelectSeal);
  while (rows.step()) {
    const SourceMark mark = record_of(connection, rows).mark;
    sealed.bind(1, static_cast<std::uint32_t>(mark.source));
    const bool is_sealed = sealed.step();
    const bool is_same = is_sealed && sealed.integer(0) == seal_of(mark);
    if (is_sealed && !is_same) changed.push_back(mark.source);
  }
  return changed;
}

void seal_sources(const Connection& connection) {
  Statement rows = select_sources(connection);
  while (rows.step()) {
    if (const SourceMark mark = record_of(connection, rows).mark; mark.offset != 0)
      seal(connection, mark);
  }
}

void SourceStore::forget(SourceId source) const {
  connection_.prepare(kForgetSource).bind(1, static_cast<std::uint32_t>(source)).run();
}

std::vector<SourceContents> source_contents(const Connection& connection, ColumnReader& columns) {
  std::vector<SourceContents> all;
  std::unordered_map<SourceId, std::size_t> places;
  for (SourceRecord& source : SourceStore(connection).list()) {
    places.emplace(source.mark.source, all.size());
    all.push_back({.source = std::move(source)});
  }
  const auto contents_of = [&](SourceId source) {
    const auto place = places.find(source);
    return place == places.end() ? nullptr : &all[place->second];
  };
  for_each_game(columns, [&](GameId game, SourceId source) {
    SourceContents* contents = contents_of(source);
    if (contents == nullptr) return;
    if (contents->games++ == 0) contents->first = game;
    contents->last = game;
  });
  Statement findings = connection.prepare(kFindings);
  while (findings.step()) {
    const GameId game{findings.integer(0)};
    if ((columns.value(game, GameColumn::Flags) & kDeleted) != 0) continue;
    const SourceId source{static_cast<std::uint32_t>(columns.value(game, GameColumn::Source))};
    if (SourceContents* contents = contents_of(source)) {
      contents->findings += static_cast<std::uint64_t>(findings.integer(1));
    }
  }
  return all;
}

GameSet games_of(ColumnReader& columns, std::span<const SourceId> sources) {
  GameSet games(columns.chunks() * kChunkGames);
  const std::unordered_set<SourceId> meant(sources.begin(), sources.end());
  for_each_game(columns, [&](GameId game, SourceId source) {
    if (meant.contains(source)) games.insert(game);
  });
  return games;
}

}  // namespace arbiter::sqlite
