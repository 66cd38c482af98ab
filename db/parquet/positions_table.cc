#include "db/parquet/positions_table.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "db/model/game_stream.h"
#include "db/model/result_number.h"
#include "db/model/stored_game.h"
#include "lib/chess/position.h"
#include "lib/laws/game_end.h"
#include "lib/notation/uci.h"

namespace arbiter {
namespace {

constexpr std::size_t kWaitingBytes = std::size_t{64} << 10;  // of a bucket
constexpr bool kOptional = true;

// In the order of position_columns().
enum Place : std::size_t { kKey, kGame, kPly, kMove, kResult, kWhiteElo, kBlackElo, kYear };

void add_unless_zero(std::uint16_t number, ColumnValues& values) {
  if (number == 0) return values.add_missing();
  values.add(std::int64_t{number});
}

}  // namespace

struct PositionsTable::Row {
  std::uint64_t key;
  std::uint32_t game;  // in facts_; in a batch: there
  std::uint16_t ply;
  std::uint16_t move;  // the next one's bits; 0: none
};

std::vector<ParquetColumn> position_columns() {
  return {
      {"key", ColumnType::UInt64, false, false},
      {"game", ColumnType::Int64, false, false},
      {"ply", ColumnType::Int32},
      {"move", ColumnType::Text, kOptional},
      {"result", ColumnType::Text},
      {"white_elo", ColumnType::Int32, kOptional},
      {"black_elo", ColumnType::Int32, kOptional},
      {"year", ColumnType::Int32, kOptional},
  };
}

PositionsTable::PositionsTable(
    Storage& storage, const FindQuery& query, unsigned jobs,
    const std::function<void(std::uint64_t done, std::uint64_t all)>& on_progress)
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
  if (bucket.waiting.size() >= kWaitingBytes) put_aside(bucket);
}

void PositionsTable::put_aside(Bucket& bucket) {
  bucket.pieces.push_back({spool_.add(bucket.waiting), bucket.waiting.size()});
  bucket.waiting.clear();
}

// Sorted; of a game's rows with one key the first alone.
std::vector<PositionsTable::Row> PositionsTable::rows_of(Bucket& bucket) {
  std::vector<Row> rows;
  const auto add = [&rows](std::string_view bytes) {
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

// A king castles on the rank where he stands.
const std::string& PositionsTable::text_of(std::uint16_t move) {
  std::string& text = texts_[move];
  if (!text.empty()) return text;
  const auto read = Move::from_bits(move);
  const Color turn = rank_of(read.from()) == Rank::One ? Color::White : Color::Black;
  return text = uci_of(read, turn, UciCastling::KingsSquare);
}

void PositionsTable::add_row(const Row& row, TableWriter& table) {
  const Facts& facts = facts_[row.game];
  table[kKey].add(static_cast<std::int64_t>(row.key));
  table[kGame].add(facts.id);
  table[kPly].add(std::int64_t{row.ply});
  if (row.move == 0) {
    table[kMove].add_missing();
  } else {
    table[kMove].add(text_of(row.move));
  }
  table[kResult].add(to_string(outcome_of(facts.result)));
  add_unless_zero(facts.white_elo, table[kWhiteElo]);
  add_unless_zero(facts.black_elo, table[kBlackElo]);
  add_unless_zero(facts.year, table[kYear]);
  table.end_row();
}

std::uint64_t PositionsTable::write(unsigned index, unsigned partitions, TableWriter::Sink sink) {
  TableWriter table(position_columns(), std::move(sink));
  const unsigned size = kMostPartitions / partitions;
  for (unsigned bucket = index * size; bucket < (index + 1) * size; ++bucket) {
    for (const Row& row : rows_of(buckets_[bucket])) add_row(row, table);
  }
  return table.finish();
}

}  // namespace arbiter
