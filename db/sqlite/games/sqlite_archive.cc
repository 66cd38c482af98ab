#include "db/sqlite/games/sqlite_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "db/model/column_values.h"
#include "db/model/damage.h"
#include "db/model/leb128.h"
#include "db/sqlite/games/schema.h"
#include "lib/diagnostics/catalogue.h"

namespace arbiter::sqlite {
namespace {

// The columns of a source. Version 1 lacks packing, time, head and encoding.
constexpr std::string_view kSelect =
    "SELECT id, name, bytes, modified, fingerprint, done_offset, done_lines, done_games,"
    " is_finished, {} FROM source {}";
constexpr std::string_view kColumns =
    "packing, imported, head,"
    " (SELECT value FROM meta WHERE meta.name = 'source ' || source.id || ' encoding')";
constexpr std::string_view kAll = "WHERE NOT is_forgotten ORDER BY id";

Statement select_sources(const Connection& connection) {
  const bool is_old = connection.integer("PRAGMA user_version") == kOldestSchema;
  return connection.prepare(is_old ? fmt::format(kSelect, "NULL, NULL, NULL, NULL", "ORDER BY id")
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

// The checksum of a source's mark, which reveals changes.
constexpr std::string_view kSeal =
    "INSERT OR REPLACE INTO meta (name, value) VALUES ('source ' || ?1, ?2)";
constexpr std::string_view kSelectSeal = "SELECT value FROM meta WHERE name = 'source ' || ?1";

constexpr std::string_view kSaveEncoding =
    "INSERT OR REPLACE INTO meta (name, value) VALUES ('source ' || ?1 || ' encoding', ?2)";
constexpr std::string_view kDropEncoding =
    "DELETE FROM meta WHERE name = 'source ' || ?1 || ' encoding'";

std::int64_t seal_of(const SourceMark& mark) {
  const std::array<std::uint64_t, 5> numbers = {static_cast<std::uint64_t>(mark.source),
                                                mark.offset, mark.lines, mark.games,
                                                mark.fingerprint};
  Fingerprint seal;
  seal.add({reinterpret_cast<const char*>(numbers.data()), sizeof numbers});
  return static_cast<std::int64_t>(seal.value());
}

void seal(const Connection& connection, const SourceMark& mark) {
  connection.prepare(kSeal).bind_all(static_cast<std::uint32_t>(mark.source), seal_of(mark)).run();
}

// Reads a row. Throws DamageError if it contains impossible numbers.
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
                   .is_finished = row.integer(8) != 0,
                   .encoding = std::string(row.text(12))},
          .file = {.name = std::string(row.text(1)),
                   .bytes = number(2),
                   .modified = row.integer(3),
                   .packing = std::string(row.text(9)),
                   .head = row.is_null(11) ? std::nullopt : std::optional(number(11))},
          .imported = row.is_null(10) ? std::nullopt : std::optional(row.integer(10))};
}

std::optional<std::string_view> packing_of(const SourceFile& file) {
  return file.packing.empty() ? std::nullopt : std::optional<std::string_view>(file.packing);
}

constexpr std::string_view kGame =
    "SELECT white.name, black.name, event.name, site.name, round, start, moves, date, white_elo,"
    " black_elo, eco, plies, result, ending, flags, offset, line"
    " FROM game"
    " LEFT JOIN player AS white ON white.id = game.white"
    " LEFT JOIN player AS black ON black.id = game.black"
    " LEFT JOIN event ON event.id = game.event"
    " LEFT JOIN site ON site.id = game.site"
    " WHERE game.id = ?1 AND flags & 1 = 0";
constexpr std::string_view kFindings =
    "SELECT ply, kind FROM finding WHERE game = ?1 ORDER BY ply, kind";
constexpr std::string_view kKind = "SELECT name FROM finding_kind WHERE id = ?1";

constexpr std::string_view kPlaces = "SELECT id, source, offset FROM game WHERE flags & 1 = 0";

constexpr unsigned kFlags = kIncomplete | kHasMovetext | kDuplicate | kUnchecked;
constexpr std::int64_t kMaxPlies = 65'535;
constexpr std::int64_t kMaxEco = 500;
constexpr std::int64_t kMaxDate = 99'991'231;

// The numbers of a row, checked against their limits.
class RowNumbers {
 public:
  RowNumbers(const Connection& connection, GameId game, const Statement& row)
      : connection_(connection), game_(game), row_(row) {}

  template <class T>
  T of(int column, std::int64_t most = std::numeric_limits<T>::max()) const {
    const std::int64_t number = row_.integer(column);
    if (number < 0 || number > most) fail();
    return static_cast<T>(number);
  }
  std::uint32_t date(int column) const {
    const auto date = of<std::uint32_t>(column, kMaxDate);
    if (date % 100 > 31 || date / 100 % 100 > 12) fail();
    return date;
  }
  std::uint64_t place(int column) const {
    return of<std::uint64_t>(column, std::numeric_limits<std::int64_t>::max());
  }

 private:
  [[noreturn]] void fail() const {
    throw DamageError(connection_.path(), fmt::format("the row of game {}", number_of(game_)));
  }

  const Connection& connection_;
  GameId game_;
  const Statement& row_;
};

std::string_view text_of(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Calls `visit(GameId, SourceId)` for every game that is not deleted, in ascending order.
template <class Visit>
void for_each_game(ColumnReader& columns, Visit visit) {
  for (std::int64_t chunk = 0; chunk < columns.chunks(); ++chunk) {
    const std::size_t games = columns.games_in(chunk);
    const auto flags = columns.column<std::uint8_t>(chunk, GameColumn::Flags);
    const auto sources = columns.column<std::uint32_t>(chunk, GameColumn::Source);
    for (std::size_t i = 0; i < games; ++i) {
      if ((flags[i] & kDeleted) == 0) visit(game_at(chunk, i), SourceId{sources[i]});
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
  connection_.prepare(kInsertSource)
      .bind_all(file.name, file.bytes, file.modified, Fingerprint().value(), packing_of(file),
                file.head)
      .run();
  return SourceId{static_cast<std::uint32_t>(connection_.last_row())};
}

void SourceStore::reopen(SourceId source, const SourceFile& file) const {
  connection_.prepare(kReopenSource)
      .bind_all(static_cast<std::uint32_t>(source), file.bytes, file.modified, packing_of(file),
                file.head)
      .run();
}

void SourceStore::save(const SourceMark& mark) const {
  Statement update = connection_.prepare(kSaveSource);
  update
      .bind_all(static_cast<std::uint32_t>(mark.source), mark.fingerprint, mark.offset, mark.lines,
                mark.games, mark.is_finished ? 1 : 0)
      .run();
  seal(connection_, mark);
  const auto source = static_cast<std::uint32_t>(mark.source);
  if (mark.encoding.empty()) {
    connection_.prepare(kDropEncoding).bind(1, source).run();
  } else {
    connection_.prepare(kSaveEncoding).bind_all(source, mark.encoding).run();
  }
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
  Statement findings = connection.prepare("SELECT game FROM finding ORDER BY game");
  while (findings.step()) {
    const GameId game{findings.integer(0)};
    if ((columns.value(game, GameColumn::Flags) & kDeleted) != 0) continue;
    const SourceId source{static_cast<std::uint32_t>(columns.value(game, GameColumn::Source))};
    if (SourceContents* contents = contents_of(source)) ++contents->findings;
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

StoredDrafts::StoredDrafts(const Connection& connection)
    : connection_(connection),
      game_(connection.prepare(kGame)),
      findings_(connection.prepare(kFindings)),
      kind_(connection.prepare(kKind)),
      texts_(connection) {}

bool StoredDrafts::add(GameId game, DraftBatch& batch) {
  if (!game_.bind(1, number_of(game)).step()) return false;
  const RowNumbers numbers(connection_, game, game_);
  GameDraft draft;
  draft.date = numbers.date(7);
  draft.white_elo = numbers.of<std::uint16_t>(8);
  draft.black_elo = numbers.of<std::uint16_t>(9);
  draft.eco = numbers.of<std::uint16_t>(10, kMaxEco);
  draft.plies = numbers.of<std::uint16_t>(11);
  draft.result = outcome_of(numbers.of<unsigned>(12, 3));
  draft.ending = ending_of(numbers.of<std::uint64_t>(13, 255));
  draft.flags = static_cast<std::uint8_t>(numbers.of<unsigned>(14, 255) & kFlags);
  draft.offset = numbers.place(15);
  draft.line = numbers.place(16);
  int column = 0;
  for (BatchSpan* stretch :
       {&draft.white, &draft.black, &draft.event, &draft.site, &draft.round, &draft.start}) {
    *stretch = batch.add(game_.text(column++));
  }
  draft.moves = batch.add(text_of(game_.blob(column)));
  draft.record = batch.add(texts_.record(game));
  draft.first_finding = static_cast<std::uint32_t>(batch.findings.size());
  batch.games.push_back(draft);
  game_.reset();
  return true;
}

void StoredDrafts::add_findings(GameId game, DraftBatch& batch) {
  GameDraft& draft = batch.games.back();
  draft.first_finding = static_cast<std::uint32_t>(batch.findings.size());
  const bool is_whole = (draft.flags & (kIncomplete | kUnchecked)) == 0;
  const std::int64_t last_ply = is_whole ? draft.plies + 1 : kMaxPlies;
  findings_.bind(1, number_of(game));
  while (findings_.step()) {
    const std::int64_t ply = findings_.integer(0);
    const auto code = code_of(findings_.integer(1));
    if (!code || ply < 0 || ply > last_ply) continue;
    batch.findings.push_back({*code, static_cast<std::uint32_t>(ply)});
    ++draft.findings;
  }
}

std::optional<DiagnosticCode> StoredDrafts::code_of(std::int64_t kind) {
  if (!kind_.bind(1, kind).step()) return std::nullopt;
  const auto code = parse_code(kind_.text(0));
  kind_.reset();
  return code;
}

std::vector<PlacedGame> games_by_place(const Database& database) {
  const Connection& connection = database.connection();
  std::vector<PlacedGame> games;
  Statement rows = connection.prepare(kPlaces);
  while (rows.step()) {
    check_number(connection, "game", rows.integer(0), max_game(connection));
    games.push_back({SourceId{static_cast<std::uint32_t>(rows.integer(1))},
                     static_cast<std::uint64_t>(rows.integer(2)), GameId{rows.integer(0)}});
  }
  std::ranges::sort(games, {}, [](const PlacedGame& place) {
    return std::tuple(place.source, place.offset, place.game);
  });
  return games;
}

std::uint64_t content_key(const DraftBatch& batch, const GameDraft& game) {
  std::string bytes;
  const auto add_text = [&](BatchSpan stretch) {
    append_leb128(stretch.size, bytes);
    bytes += batch.text(stretch);
  };
  for (const BatchSpan stretch : {game.white, game.black, game.event, game.site, game.round,
                                  game.start, game.moves, game.record}) {
    add_text(stretch);
  }
  const unsigned flags = game.flags & (kIncomplete | kUnchecked);
  for (const std::uint32_t number :
       {game.date, std::uint32_t{game.white_elo}, std::uint32_t{game.black_elo},
        std::uint32_t{game.eco}, std::uint32_t{number_of(game.result)}, std::uint32_t{flags}}) {
    append_leb128(number, bytes);
  }
  Fingerprint fingerprint;
  fingerprint.add(bytes);
  return fingerprint.value();
}

SqliteArchive::SqliteArchive(std::unique_ptr<Database> database)
    : database_(std::move(database)),
      moment_(database_->connection()),
      drafts_(database_->connection()) {}

const std::string& SqliteArchive::name() const { return database_->connection().path(); }

// Returns the sources after checking their marks, because a mark that is too large would prevent
// the importer from reading the rest of the file.
std::vector<SourceRecord> SqliteArchive::sources() {
  const Connection& connection = database_->connection();
  for (const SourceId source : changed_sources(connection)) {
    throw DamageError(connection.path(), fmt::format("the read position of source {}",
                                                     static_cast<std::uint32_t>(source)));
  }
  return SourceStore(connection).list();
}

std::vector<PlacedGame> SqliteArchive::places() { return games_by_place(*database_); }

bool SqliteArchive::add(GameId game, DraftBatch& batch) {
  if (!drafts_.add(game, batch)) return false;
  drafts_.add_findings(game, batch);
  return true;
}

}  // namespace arbiter::sqlite
