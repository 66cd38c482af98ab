// The ledger as a whole, for what writes.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/cluster/patience.h"
#include "db/clickhouse/cluster/schema.h"
#include "db/clickhouse/wire/row_reader.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::string_view kRows = "SELECT count() FROM batches FORMAT RowBinary";
constexpr std::string_view kRead =
    "SELECT batch, state, kind, at, writer, content, sources, first_games, games, versions,"
    " offsets, lines, done_games, fingerprints, finished, game_rows, position_rows, sum_rows"
    " FROM batches ORDER BY batch, state FORMAT RowBinary";

std::uint32_t number_of(SourceId source) { return static_cast<std::uint32_t>(source); }

[[noreturn]] void fail(std::uint64_t batch) {
  throw IoError(fmt::format("the row of batch {} in the table batches is damaged", batch));
}

std::vector<LedgerPart> read_parts(RowReader& rows, std::uint64_t batch) {
  const auto sources = rows.numbers<std::uint32_t>();
  const auto first_games = rows.numbers<std::uint64_t>();
  const auto games = rows.numbers<std::uint64_t>();
  const auto versions = rows.numbers<std::uint32_t>();
  const auto offsets = rows.numbers<std::uint64_t>();
  const auto lines = rows.numbers<std::uint64_t>();
  const auto done_games = rows.numbers<std::uint64_t>();
  const auto fingerprints = rows.numbers<std::uint64_t>();
  const auto finished = rows.numbers<std::uint8_t>();
  const std::size_t size = sources.size();
  for (const std::size_t other :
       {first_games.size(), games.size(), versions.size(), offsets.size(), lines.size(),
        done_games.size(), fingerprints.size(), finished.size()}) {
    if (other != size) fail(batch);
  }
  std::vector<LedgerPart> parts;
  for (std::size_t i = 0; i < size; ++i) {
    parts.push_back({.first_game = first_games[i],
                     .version = versions[i],
                     .mark = {.source = SourceId{sources[i]},
                              .batch_games = static_cast<std::uint32_t>(games[i]),
                              .offset = offsets[i],
                              .lines = lines[i],
                              .games = done_games[i],
                              .fingerprint = fingerprints[i],
                              .is_finished = finished[i] != 0}});
  }
  return parts;
}

LedgerBatch read_batch(RowReader& rows, unsigned shard) {
  LedgerBatch batch{.shard = shard};
  batch.batch = rows.u64();
  batch.state = static_cast<BatchState>(rows.u8());
  batch.kind = static_cast<BatchKind>(rows.u8());
  batch.at = rows.u64();
  batch.writer = rows.text();
  batch.content = rows.u64();
  batch.parts = read_parts(rows, batch.batch);
  batch.game_rows = rows.u64();
  batch.position_rows = rows.u64();
  batch.sum_rows = rows.u64();
  return batch;
}

// The rows of a shard, by batch and state.
std::vector<LedgerBatch> read_shard(const ShardAnswer& answer, std::uint64_t& count) {
  std::vector<LedgerBatch> batches;
  RowReader rows(answer.answer.bytes);
  for (; !rows.is_at_end(); ++count) {
    LedgerBatch batch = read_batch(rows, answer.shard);
    const bool is_same = !batches.empty() && batches.back().batch == batch.batch;
    if (is_same) batches.pop_back();
    batches.push_back(std::move(batch));
  }
  return batches;
}

template <class T, class ValueOf>
void add_part_column(NativeBlock& block, std::string_view name, const LedgerBatch& batch,
                     ValueOf value_of) {
  std::vector<T> values;
  for (const LedgerPart& part : batch.parts) values.push_back(static_cast<T>(value_of(part)));
  block.add_arrays<T>(name, [&](std::size_t) { return std::span<const T>(values); });
}

NativeBlock block_of(const LedgerBatch& batch) {
  NativeBlock block(1);
  const auto add = [&]<class T>(std::string_view name, T value) {
    block.add_numbers<T>(name, [&](std::size_t) { return value; });
  };
  add("batch", batch.batch);
  add("state", static_cast<std::uint8_t>(batch.state));
  add("kind", static_cast<std::uint8_t>(batch.kind));
  add("at", batch.at);
  block.add_texts("writer", [&](std::size_t) { return std::string_view(batch.writer); });
  add("content", batch.content);
  using Part = const LedgerPart&;
  using Number = std::uint64_t;
  add_part_column<std::uint32_t>(block, "sources", batch,
                                 [](Part part) { return number_of(part.mark.source); });
  add_part_column<Number>(block, "first_games", batch, [](Part part) { return part.first_game; });
  add_part_column<Number>(block, "games", batch, [](Part part) { return part.mark.batch_games; });
  add_part_column<std::uint32_t>(block, "versions", batch, [](Part part) { return part.version; });
  add_part_column<Number>(block, "offsets", batch, [](Part part) { return part.mark.offset; });
  add_part_column<Number>(block, "lines", batch, [](Part part) { return part.mark.lines; });
  add_part_column<Number>(block, "done_games", batch, [](Part part) { return part.mark.games; });
  add_part_column<Number>(block, "fingerprints", batch,
                          [](Part part) { return part.mark.fingerprint; });
  add_part_column<std::uint8_t>(block, "finished", batch,
                                [](Part part) { return part.mark.is_finished ? 1 : 0; });
  add("game_rows", batch.game_rows);
  add("position_rows", batch.position_rows);
  add("sum_rows", batch.sum_rows);
  return block;
}

bool has_source(const LedgerBatch& batch, SourceId source) {
  return std::ranges::any_of(batch.parts,
                             [&](const LedgerPart& part) { return part.mark.source == source; });
}

// Whether `part` was read after `other`, of the same source.
bool is_later(const LedgerPart& part, const LedgerPart& other) {
  return std::pair(part.mark.offset, part.version) > std::pair(other.mark.offset, other.version);
}

}  // namespace

Ledger Ledger::read(Cluster& cluster) {
  Ledger ledger;
  for (unsigned shard = 0; shard < cluster.shards(); ++shard) {
    const Answer answer = cluster.ask(shard, std::string(kRead));
    auto batches = read_shard({shard, answer}, ledger.rows_);
    ledger.batches_.insert(ledger.batches_.end(), std::move_iterator(batches.begin()),
                           std::move_iterator(batches.end()));
  }
  return ledger;
}

const LedgerPart* Ledger::last_part(SourceId source) const {
  const LedgerPart* last = nullptr;
  for (const LedgerBatch& batch : batches_) {
    if (batch.state != BatchState::Done) continue;
    for (const LedgerPart& part : batch.parts) {
      if (part.mark.source == source && (!last || is_later(part, *last))) last = &part;
    }
  }
  return last;
}

std::uint64_t Ledger::last_time(SourceId source) const {
  std::uint64_t last = 0;
  for (const LedgerBatch& batch : batches_) {
    if (batch.state == BatchState::Done && has_source(batch, source)) {
      last = std::max(last, batch.at);
    }
  }
  return last;
}

std::uint64_t Ledger::next_in_source(SourceId source) const {
  std::uint64_t next = game_number(number_of(source), 1);
  for (const LedgerBatch& batch : batches_) {
    for (const LedgerPart& part : batch.parts) {
      if (part.mark.source == source) {
        next = std::max(next, part.first_game + part.mark.batch_games);
      }
    }
  }
  return next;
}

std::uint64_t Ledger::batches_of(SourceId source) const {
  return static_cast<std::uint64_t>(std::ranges::count_if(batches_, [&](const LedgerBatch& batch) {
    return !batch.parts.empty() && batch.parts.front().mark.source == source;
  }));
}

std::vector<const LedgerBatch*> Ledger::open_batches(SourceId source) const {
  std::vector<const LedgerBatch*> open;
  for (const LedgerBatch& batch : batches_) {
    const bool is_open = batch.kind == BatchKind::Import && batch.state == BatchState::Begun;
    if (is_open && has_source(batch, source)) open.push_back(&batch);
  }
  return open;
}

ShardsOfGames::ShardsOfGames(const Ledger& ledger) {
  for (const LedgerBatch& batch : ledger.batches()) {
    if (batch.kind != BatchKind::Import || batch.state != BatchState::Done) continue;
    for (const LedgerPart& part : batch.parts) {
      ranges_.push_back({part.first_game, part.mark.batch_games, batch.shard});
    }
  }
  std::ranges::sort(ranges_, {}, &Range::first);
}

std::optional<unsigned> ShardsOfGames::of(std::uint64_t game) const {
  // Parts without games have the number of the one after them.
  for (auto after = std::ranges::upper_bound(ranges_, game, {}, &Range::first);
       after != ranges_.begin();) {
    --after;
    if (game - after->first < after->games) return after->shard;
    if (after->games > 0) return std::nullopt;
  }
  return std::nullopt;
}

void Ledger::note(const LedgerBatch& batch) {
  ++rows_;
  const auto known = std::ranges::find(batches_, batch.batch, &LedgerBatch::batch);
  if (known != batches_.end()) {
    *known = batch;
  } else {
    batches_.push_back(batch);
  }
}

void write_row(Cluster& cluster, const LedgerBatch& batch) {
  const NativeBlock block = block_of(batch);
  patiently(cluster, {batch.shard, "batches"},
            [&](unsigned) { cluster.insert(batch.shard, "batches", block); });
}

std::vector<LedgerBatch> read_batches(Cluster& cluster, unsigned shard) {
  std::uint64_t rows = 0;
  return read_shard({shard, cluster.ask(shard, std::string(kRead))}, rows);
}

std::uint64_t ledger_rows(Cluster& cluster) {
  std::uint64_t rows = 0;
  for (unsigned shard = 0; shard < cluster.shards(); ++shard) {
    const Answer answer = cluster.ask(shard, std::string(kRows));
    rows += RowReader(answer.bytes).u64();
  }
  return rows;
}

}  // namespace arbiter::clickhouse
