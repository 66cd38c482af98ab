#include "db/sqlite/games/sqlite_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>

#include "db/model/damage.h"
#include "db/model/fingerprint.h"
#include "db/model/leb128.h"
#include "db/model/result_number.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/sources.h"
#include "lib/diagnostics/catalogue.h"

namespace arbiter::sqlite {
namespace {

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

// The numbers of a row, none of them larger than it can be.
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

}  // namespace

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

// What they say is taken over: a file that was read less far than that would never be read on.
std::vector<SourceRecord> SqliteArchive::sources() {
  const Connection& connection = database_->connection();
  for (const SourceId source : changed_sources(connection)) {
    throw DamageError(connection.path(), fmt::format("source {}: how far it was read",
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
