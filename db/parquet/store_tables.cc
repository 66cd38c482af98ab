#include "db/parquet/store_tables.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "db/model/column_values.h"
#include "lib/chess/position.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"

namespace arbiter {
namespace {

constexpr bool kOptional = true;
constexpr bool kMostlyUnique = false;  // values that need no dictionary

void add_text(std::string_view text, ColumnValues& values) {
  if (text.empty()) return values.add_missing();
  values.add(text);
}

void add_number(std::optional<std::int64_t> number, ColumnValues& values) {
  if (!number) return values.add_missing();
  values.add(*number);
}

void add_unless_zero(std::uint32_t number, ColumnValues& values) {
  add_number(number == 0 ? std::nullopt : std::optional<std::int64_t>(number), values);
}

// Returns the days since 1970 if the whole date is known.
std::optional<std::int64_t> day_of(std::uint32_t date) {
  const std::chrono::year_month_day day{std::chrono::year(static_cast<int>(date / 10'000)),
                                        std::chrono::month(date / 100 % 100),
                                        std::chrono::day(date % 100)};
  if (date < 10'000 || !day.ok()) return std::nullopt;
  return std::chrono::sys_days(day).time_since_epoch().count();
}

struct GameRow {
  const StoredGame& game;
  std::string_view moves;  // "e4 e5 Nf3"
};

// A column of the games table.
struct GameColumn {
  ParquetColumn column;
  void (*add)(const GameRow& row, ColumnValues& values);
};

template <std::string StoredGame::*kText>
void add_text_of(const GameRow& row, ColumnValues& values) {
  add_text(row.game.*kText, values);
}

// "?" is an unknown value (PGN 8.1.1).
template <std::string StoredGame::*kTag>
void add_tag_of(const GameRow& row, ColumnValues& values) {
  const std::string& tag = row.game.*kTag;
  add_text(tag == "?" ? std::string_view() : tag, values);
}

template <std::optional<std::uint16_t> StoredGame::*kElo>
void add_elo_of(const GameRow& row, ColumnValues& values) {
  add_number(row.game.*kElo, values);
}

void add_date(const GameRow& row, ColumnValues& values) {
  add_text(row.game.date == 0 ? std::string() : date_text(row.game.date), values);
}

void add_ending(const GameRow& row, ColumnValues& values) {
  add_text(row.game.ending == Ending::Unknown ? "" : to_string(row.game.ending), values);
}

const GameColumn kGameColumns[] = {
    {{"id", ColumnType::Int64, false, kMostlyUnique},
     [](const GameRow& row, ColumnValues& values) { values.add(number_of(row.game.id)); }},
    {{"white", ColumnType::Text, kOptional}, add_tag_of<&StoredGame::white>},
    {{"black", ColumnType::Text, kOptional}, add_tag_of<&StoredGame::black>},
    {{"white_elo", ColumnType::Int32, kOptional}, add_elo_of<&StoredGame::white_elo>},
    {{"black_elo", ColumnType::Int32, kOptional}, add_elo_of<&StoredGame::black_elo>},
    {{"event", ColumnType::Text, kOptional}, add_tag_of<&StoredGame::event>},
    {{"site", ColumnType::Text, kOptional}, add_tag_of<&StoredGame::site>},
    {{"round", ColumnType::Text, kOptional}, add_tag_of<&StoredGame::round>},
    {{"date", ColumnType::Text, kOptional}, add_date},
    {{"year", ColumnType::Int32, kOptional},
     [](const GameRow& row, ColumnValues& values) {
       add_unless_zero(row.game.date / 10'000, values);
     }},
    {{"day", ColumnType::Date, kOptional},
     [](const GameRow& row, ColumnValues& values) { add_number(day_of(row.game.date), values); }},
    {{"result", ColumnType::Text},
     [](const GameRow& row, ColumnValues& values) { values.add(to_string(row.game.result)); }},
    {{"ending", ColumnType::Text, kOptional}, add_ending},
    {{"eco", ColumnType::Text, kOptional},
     [](const GameRow& row, ColumnValues& values) {
       add_text(eco_text(eco_of(row.game)), values);
     }},
    {{"opening", ColumnType::Text, kOptional}, add_text_of<&StoredGame::opening>},
    {{"plies", ColumnType::Int32},
     [](const GameRow& row, ColumnValues& values) { values.add(std::int64_t{row.game.plies}); }},
    {{"start", ColumnType::Text, kOptional}, add_text_of<&StoredGame::start>},
    {{"moves", ColumnType::Text, false, kMostlyUnique},
     [](const GameRow& row, ColumnValues& values) { values.add(row.moves); }},
    {{"source", ColumnType::Text, kOptional}, add_text_of<&StoredGame::source>},
};

// Writes a line of moves for each game of the batch.
void write_moves(StreamedBatch& batch) {
  for (const StreamedGame& streamed : batch.games) {
    Position position(first_setup(streamed.game));
    bool is_first = true;
    for (const Move move : streamed.game.moves) {
      Position after = position;
      after.play(move);
      if (!is_first) batch.text += ' ';
      batch.text += san_text_of(move, position, after).view();
      is_first = false;
      position = after;
    }
    batch.text += '\n';
  }
}

constexpr std::size_t kMaxWaitingBytes = std::size_t{64} << 10;  // of a bucket

const std::vector<ParquetColumn> kPositionColumns = {
    {"key", ColumnType::UInt64, false, kMostlyUnique},
    {"game", ColumnType::Int64, false, kMostlyUnique},
    {"ply", ColumnType::Int32},
    {"move", ColumnType::Text, kOptional},
    {"result", ColumnType::Text},
    {"white_elo", ColumnType::Int32, kOptional},
    {"black_elo", ColumnType::Int32, kOptional},
    {"year", ColumnType::Int32, kOptional},
};

}  // namespace

std::uint64_t write_games(Storage& storage, const GamesTable& order, TableWriter::Sink sink) {
  std::vector<ParquetColumn> columns;
  for (const GameColumn& column : kGameColumns) columns.push_back(column.column);
  TableWriter table(std::move(columns), std::move(sink));
  std::uint64_t done = 0;
  const auto receive = [&](const StreamedBatch& batch) {
    std::string_view lines = batch.text;
    for (const StreamedGame& streamed : batch.games) {
      const std::size_t end = lines.find('\n');
      std::size_t index = 0;
      for (const GameColumn& column : kGameColumns) {
        column.add({streamed.game, lines.substr(0, end)}, table[index++]);
      }
      table.end_row();
      lines.remove_prefix(end + 1);
    }
    done += batch.games.size();
    if (order.on_progress) order.on_progress(done, batch.total);
  };
  storage.stream(
      order.query,
      {.has_records = false, .jobs = order.jobs, .prepare = write_moves, .receive = receive});
  return table.finish();
}

struct PositionsTable::Row {
  std::uint64_t key;
  std::uint32_t game;  // in facts_, or in a batch
  std::uint16_t ply;
  std::uint16_t move;  // the bits of the next one; 0: none
};

PositionsTable::PositionsTable(Storage& storage, const FindQuery& query, unsigned jobs,
                               const TableProgress& on_progress)
    : texts_(std::size_t{UINT16_MAX} + 1) {
  static_assert(sizeof(Row) == 16);
  const auto prepare = [](StreamedBatch& batch) {
    for (std::uint32_t game = 0; game < batch.games.size(); ++game) {
      const StoredGame& stored = batch.games[game].game;
      Position position(first_setup(stored));
      for (std::size_t ply = 0; ply <= stored.moves.size(); ++ply) {
        const bool is_last = ply == stored.moves.size();
        const Row row{static_cast<std::uint64_t>(position.key()), game,
                      static_cast<std::uint16_t>(ply),
                      is_last ? std::uint16_t{0} : stored.moves[ply].bits()};
        batch.text.append(reinterpret_cast<const char*>(&row), sizeof(row));
        if (!is_last) position.play(stored.moves[ply]);
      }
    }
  };
  const auto receive = [&](const StreamedBatch& batch) {
    const auto before = static_cast<std::uint32_t>(facts_.size());
    for (const StreamedGame& streamed : batch.games) {
      const StoredGame& game = streamed.game;
      facts_.push_back({number_of(game.id), game.white_elo.value_or(0), game.black_elo.value_or(0),
                        static_cast<std::uint16_t>(game.date / 10'000), number_of(game.result)});
    }
    for (std::size_t at = 0; at < batch.text.size(); at += sizeof(Row)) {
      Row row;
      std::memcpy(&row, batch.text.data() + at, sizeof(row));
      row.game += before;
      put(row);
    }
    if (on_progress) on_progress(facts_.size(), batch.total);
  };
  storage.stream(query,
                 {.has_records = false, .jobs = jobs, .prepare = prepare, .receive = receive});
}

void PositionsTable::put(const Row& row) {
  Bucket& bucket = buckets_[row.key >> 56];
  bucket.waiting.append(reinterpret_cast<const char*>(&row), sizeof(row));
  if (bucket.waiting.size() < kMaxWaitingBytes) return;
  bucket.pieces.push_back({spool_.add(bucket.waiting), bucket.waiting.size()});
  bucket.waiting.clear();
}

// Returns the sorted rows of a bucket, with only the first of a game's rows with the same key.
std::vector<PositionsTable::Row> PositionsTable::rows_of(Bucket& bucket) {
  std::vector<Row> rows;
  const auto add = [&rows](std::string_view bytes) {
    if (bytes.empty()) return;  // memcpy needs valid pointers even for 0 bytes
    const std::size_t before = rows.size();
    rows.resize(before + bytes.size() / sizeof(Row));
    std::memcpy(rows.data() + before, bytes.data(), bytes.size());
  };
  std::string bytes;
  for (const Piece& piece : bucket.pieces) {
    spool_.read(piece.offset, piece.size, bytes);
    add(bytes);
  }
  add(bucket.waiting);
  std::ranges::sort(rows, {},
                    [](const Row& row) { return std::tuple(row.key, row.game, row.ply); });
  const auto same =
      std::ranges::unique(rows, {}, [](const Row& row) { return std::pair(row.key, row.game); });
  rows.erase(same.begin(), same.end());
  return rows;
}

// Returns the UCI of a move. A king castles on its own rank.
const std::string& PositionsTable::text_of(std::uint16_t move) {
  std::string& text = texts_[move];
  if (!text.empty()) return text;
  const auto read = Move::from_bits(move);
  const Color turn = rank_of(read.from()) == Rank::One ? Color::White : Color::Black;
  return text = uci_of(read, turn, UciCastling::KingsSquare);
}

void PositionsTable::add_row(const Row& row, TableWriter& table) {
  const Facts& facts = facts_[row.game];
  std::size_t column = 0;
  const auto next = [&]() -> ColumnValues& { return table[column++]; };
  next().add(static_cast<std::int64_t>(row.key));
  next().add(facts.id);
  next().add(std::int64_t{row.ply});
  add_text(row.move == 0 ? std::string_view() : text_of(row.move), next());
  next().add(to_string(outcome_of(facts.result)));
  for (const std::uint16_t number : {facts.white_elo, facts.black_elo, facts.year}) {
    add_unless_zero(number, next());
  }
  table.end_row();
}

std::uint64_t PositionsTable::write(unsigned index, unsigned partitions, TableWriter::Sink sink) {
  TableWriter table(kPositionColumns, std::move(sink));
  const unsigned size = kMaxPartitions / partitions;
  for (unsigned bucket = index * size; bucket < (index + 1) * size; ++bucket) {
    for (const Row& row : rows_of(buckets_[bucket])) add_row(row, table);
  }
  return table.finish();
}

}  // namespace arbiter
