#include "db/sqlite/games/game_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <exception>
#include <iterator>

#include "db/model/damage.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/schema.h"

namespace arbiter::sqlite {
namespace {

struct ColumnForm {
  std::string_view name;
  std::size_t bytes;
};

constexpr ColumnForm kForms[] = {
#define ARBITER_GAME_COLUMN(name, bytes) {#name, bytes},
#include "db/sqlite/games/game_column.inc"
#undef ARBITER_GAME_COLUMN
};
static_assert(std::size(kForms) == kGameColumns);

constexpr std::string_view kReadColumn = "SELECT data FROM fact WHERE id = ?1";
constexpr std::string_view kWriteColumn = "INSERT OR REPLACE INTO fact (id, data) VALUES (?1, ?2)";
constexpr std::string_view kLastColumn = "SELECT coalesce(max(id), -1) FROM fact";

constexpr std::int64_t row_of(std::int64_t chunk, GameColumn fact) {
  return chunk * kRowsPerChunk + static_cast<std::int64_t>(fact);
}

// Returns the little-endian value of `size` bytes. Precondition: 8 bytes are readable.
std::uint64_t number_at(const std::uint8_t* bytes, std::size_t size) {
  std::uint64_t number = 0;
  std::memcpy(&number, bytes, sizeof(number));
  return number & (~std::uint64_t{0} >> (64 - 8 * size));
}

[[noreturn]] void fail_at(const Connection& connection, std::int64_t chunk, GameColumn fact) {
  throw DamageError(
      connection.path(),
      fmt::format("the column {} of games {} to {}, row {} of `fact`, is missing or of a "
                  "wrong size",
                  to_string(fact), chunk * kChunkGames + 1, (chunk + 1) * kChunkGames,
                  row_of(chunk, fact)),
      "`arbiter compact --rebuild` rebuilds the columns from the games");
}

// Returns the column value for a game that does not exist.
constexpr std::uint8_t absent_value(GameColumn fact) {
  return fact == GameColumn::Flags ? std::uint8_t{kDeleted} : std::uint8_t{0};
}

}  // namespace

std::size_t size_of(GameColumn column) { return kForms[static_cast<std::size_t>(column)].bytes; }

std::string_view to_string(GameColumn column) {
  return kForms[static_cast<std::size_t>(column)].name;
}

ColumnReader::ColumnReader(const Connection& connection) : connection_(connection) {}

void ColumnReader::forget() {
  chunks_.reset();
  current_ = nullptr;
  current_chunk_ = -1;
}

std::int64_t ColumnReader::chunks() {
  if (!chunks_) {
    const std::int64_t last = connection_.integer(kLastColumn);
    if (last / kRowsPerChunk > max_game(connection_) / kChunkGames) {
      throw DamageError(connection_.path(),
                        fmt::format("row {} of `fact` belongs to no game", last));
    }
    chunks_.emplace(static_cast<std::size_t>(last < 0 ? 0 : last / kRowsPerChunk + 1));
  }
  return static_cast<std::int64_t>(chunks_->size());
}

ColumnReader::Chunk& ColumnReader::chunk_at(std::int64_t chunk) {
  if (chunk < 0 || chunk >= chunks()) {
    throw DamageError(connection_.path(), "a game is missing from the columns of games");
  }
  return (*chunks_)[static_cast<std::size_t>(chunk)];
}

std::size_t ColumnReader::games_in(std::int64_t chunk) {
  return bytes_of(chunk, GameColumn::Flags).size();
}

std::uint64_t ColumnReader::value(GameId game, GameColumn fact) {
  const std::int64_t chunk = chunk_of(game);
  if (number_of(game) < 1) return absent_value(fact);
  if (chunk != current_chunk_) {
    if (chunk >= chunks()) return absent_value(fact);
    current_ = &chunk_at(chunk);
    current_chunk_ = chunk;
  }
  const std::span<const std::uint8_t> bytes = bytes_of(*current_, chunk, fact);
  const std::size_t size = size_of(fact);
  const std::size_t offset = place_in_chunk(game) * size;
  if (offset >= bytes.size()) return absent_value(fact);
  return number_at(bytes.data() + offset, size);
}

std::span<const std::uint8_t> ColumnReader::bytes_of(std::int64_t chunk, GameColumn fact) {
  return bytes_of(chunk_at(chunk), chunk, fact);
}

std::span<const std::uint8_t> ColumnReader::bytes_of(Chunk& columns, std::int64_t chunk,
                                                     GameColumn fact) {
  Column& column = columns[static_cast<std::size_t>(fact)];
  if (!column.is_read) read(chunk, fact, column);
  return {reinterpret_cast<const std::uint8_t*>(column.words.data()), column.bytes};
}

void ColumnReader::read(std::int64_t chunk, GameColumn fact, Column& column) {
  const std::size_t size = size_of(fact);
  // The size of the flags is the number of games.
  std::size_t games = fact == GameColumn::Flags ? 0 : games_in(chunk);
  // The blob is read in place, because SQLite would copy the value of a row.
  const auto blob = connection_.open_blob("fact", "data", row_of(chunk, fact));
  if (blob && fact == GameColumn::Flags) games = blob->size();
  const bool may_be_missing = fact == GameColumn::Opening && !blob && !has_openings(connection_);
  if (games > kChunkGames || ((blob ? blob->size() : 0) != games * size && !may_be_missing)) {
    fail_at(connection_, chunk, fact);
  }
  column.bytes = games * size;
  column.words.resize((column.bytes + 7) / 8 + 1);
  auto* bytes = reinterpret_cast<std::uint8_t*>(column.words.data());
  if (blob) blob->read(0, {bytes, column.bytes});
  column.is_read = true;
}

ColumnWriter::ColumnWriter(const Connection& connection)
    : connection_(connection),
      read_(connection.prepare(kReadColumn)),
      write_(connection.prepare(kWriteColumn)) {}

ColumnWriter::~ColumnWriter() {
  assert(std::uncaught_exceptions() > 0 ||
         std::none_of(columns_.begin(), columns_.end(),
                      [](const Column& column) { return column.is_changed; }));
}

void ColumnWriter::add(GameId game, const ColumnRow& row) {
  if (chunk_of(game) != chunk_) {
    finish();
    pad_before(chunk_of(game));
    finish();
    chunk_ = chunk_of(game);
  }
  for (std::size_t i = 0; i < kGameColumns; ++i) {
    const auto fact = static_cast<GameColumn>(i);
    const std::size_t offset = place_in_chunk(game) * kForms[i].bytes;
    std::vector<std::uint8_t>& bytes = column_of(fact).bytes;
    if (bytes.size() > offset) fail_at(connection_, chunk_, fact);
    bytes.resize(offset, absent_value(fact));
    bytes.resize(offset + kForms[i].bytes);
    std::memcpy(bytes.data() + offset, &row.values[i], kForms[i].bytes);
    columns_[i].is_changed = true;
  }
}

void ColumnWriter::set(GameId game, GameColumn fact, std::uint64_t value) {
  if (chunk_of(game) != chunk_) {
    finish();
    chunk_ = chunk_of(game);
  }
  Column& column = column_of(fact);
  const std::size_t offset = place_in_chunk(game) * size_of(fact);
  if (number_of(game) < 1 || offset >= column.bytes.size()) fail_at(connection_, chunk_, fact);
  std::memcpy(column.bytes.data() + offset, &value, size_of(fact));
  column.is_changed = true;
}

void ColumnWriter::finish() {
  for (std::size_t i = 0; i < kGameColumns; ++i) {
    if (columns_[i].is_changed) {
      write_.bind_all(row_of(chunk_, static_cast<GameColumn>(i)), columns_[i].bytes).run();
    }
    columns_[i] = Column();
  }
  chunk_ = -1;
}

ColumnWriter::Column& ColumnWriter::column_of(GameColumn fact) {
  Column& column = columns_[static_cast<std::size_t>(fact)];
  if (column.is_read) return column;
  if (read_.bind(1, row_of(chunk_, fact)).step()) {
    const std::span<const std::uint8_t> data = read_.blob(0);
    column.bytes.assign(data.begin(), data.end());
    read_.reset();
  }
  column.is_read = true;
  return column;
}

void ColumnWriter::pad_before(std::int64_t chunk) {
  const std::int64_t last_row = connection_.integer(kLastColumn);
  if (last_row < 0 || last_row / kRowsPerChunk >= chunk) return;
  chunk_ = last_row / kRowsPerChunk;
  if (column_of(GameColumn::Flags).bytes.size() == kChunkGames) return;
  for (std::size_t i = 0; i < kGameColumns; ++i) {
    const auto fact = static_cast<GameColumn>(i);
    column_of(fact).bytes.resize(kChunkGames * kForms[i].bytes, absent_value(fact));
    columns_[i].is_changed = true;
  }
}

void GameFactsReader::go_to(GameId game) {
  if (chunk_of(game) == chunk_) return;
  chunk_ = chunk_of(game);
  has_all_ = false;
  flags_ = {};
  if (chunk_ >= 0 && chunk_ < facts_.chunks())
    flags_ = facts_.column<std::uint8_t>(chunk_, GameColumn::Flags);
}

void GameFactsReader::read_all() {
  results_ = facts_.column<std::uint8_t>(chunk_, GameColumn::Result);
  white_elos_ = facts_.column<std::uint16_t>(chunk_, GameColumn::WhiteElo);
  black_elos_ = facts_.column<std::uint16_t>(chunk_, GameColumn::BlackElo);
  dates_ = facts_.column<std::uint32_t>(chunk_, GameColumn::Date);
  has_all_ = true;
}

bool GameFactsReader::is_deleted(GameId game) {
  go_to(game);
  const std::size_t place = place_in_chunk(game);
  return place >= flags_.size() || (flags_[place] & kDeleted) != 0;
}

bool GameFactsReader::has(GameId game) {
  go_to(game);
  return place_in_chunk(game) < flags_.size();
}

GameFacts GameFactsReader::facts(GameId game) {
  go_to(game);
  if (!has_all_) read_all();
  const std::size_t place = place_in_chunk(game);
  return {.result = outcome_of(results_[place]),
          .white_elo = white_elos_[place],
          .black_elo = black_elos_[place],
          .year = static_cast<std::uint16_t>(dates_[place] / 10000)};
}

}  // namespace arbiter::sqlite
