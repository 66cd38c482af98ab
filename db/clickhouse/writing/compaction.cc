#include "db/clickhouse/writing/compaction.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/cluster/query_session.h"
#include "db/clickhouse/wire/endpoint.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/clickhouse/writing/batch_writer.h"

namespace arbiter::clickhouse {
namespace {

// The query for negative sums of the games by position, move and year, and then without the year.
// Games that another deletion has already subtracted are excluded.
constexpr std::string_view kContributions =
    "SELECT key, move, -sum(u), -sum(w), -sum(b), -sum(d), -sum(ws),"
    " -sum(wg), -sum(bs), -sum(bg), groupArrayIf(year, year > 0), groupArrayIf(-n, year > 0)"
    " FROM (SELECT key, move, year, toInt64(count()) AS n, toInt64(countIf(result = 0)) AS u,"
    " toInt64(countIf(result = 1)) AS w, toInt64(countIf(result = 2)) AS b,"
    " toInt64(countIf(result = 3)) AS d, toInt64(sum(white_elo)) AS ws,"
    " toInt64(countIf(white_elo > 0)) AS wg, toInt64(sum(black_elo)) AS bs,"
    " toInt64(countIf(black_elo > 0)) AS bg FROM positions WHERE summed = 1"
    " AND game IN (SELECT game FROM dead WHERE deletion = {0}) AND game NOT IN"
    " (SELECT game FROM dead WHERE deletion IN"
    " (SELECT batch FROM batches WHERE kind = 2 GROUP BY batch HAVING max(state) = 2))"
    " GROUP BY key, move, year)"
    " GROUP BY key, move ORDER BY key, move FORMAT RowBinary";

// The negative differences between stored sums and the totals of their positions, in the same
// columns.
constexpr std::string_view kDifferences =
    "SELECT key, move, -sum(u), -sum(w), -sum(b), -sum(d), -sum(ws), -sum(wg), -sum(bs), -sum(bg),"
    " groupArrayIf(year, n != 0), groupArrayIf(-n, n != 0) FROM (SELECT key, move, year,"
    " sum(a1) AS u, sum(a2) AS w, sum(a3) AS b, sum(a4) AS d, sum(a5) AS ws, sum(a6) AS wg,"
    " sum(a7) AS bs, sum(a8) AS bg, sum(a9) AS n FROM ("
    "SELECT key, move, toUInt16(0) AS year, toInt64(unfinished) AS a1, toInt64(white) AS a2,"
    " toInt64(black) AS a3, toInt64(draws) AS a4, toInt64(white_elo_sum) AS a5,"
    " toInt64(white_elo_games) AS a6, toInt64(black_elo_sum) AS a7, toInt64(black_elo_games) AS a8,"
    " toInt64(0) AS a9 FROM sums WHERE 1{0}"
    " UNION ALL SELECT key, move, toUInt16(y) AS year, toInt64(0) AS a1, toInt64(0) AS a2,"
    " toInt64(0) AS a3, toInt64(0) AS a4, toInt64(0) AS a5, toInt64(0) AS a6, toInt64(0) AS a7,"
    " toInt64(0) AS a8, toInt64(g) AS a9 FROM sums"
    " ARRAY JOIN years AS y, year_games AS g WHERE 1{0}"
    " UNION ALL SELECT key, move, year, -toInt64(result = 0) AS a1, -toInt64(result = 1) AS a2,"
    " -toInt64(result = 2) AS a3, -toInt64(result = 3) AS a4, -toInt64(white_elo) AS a5,"
    " -toInt64(white_elo != 0) AS a6, -toInt64(black_elo) AS a7, -toInt64(black_elo != 0) AS a8,"
    " -toInt64(year != 0) AS a9 FROM positions WHERE summed = 1{1}) GROUP BY key, move, year)"
    " GROUP BY key, move HAVING sum(u) != 0 OR sum(w) != 0 OR sum(b) != 0 OR sum(d) != 0 OR"
    " sum(ws) != 0 OR sum(wg) != 0 OR sum(bs) != 0 OR sum(bg) != 0 OR sum(n != 0) != 0"
    " ORDER BY key, move";

// The number of games counted by one query.
constexpr std::size_t kCountedAtOnce = 4000;

LedgerBatch new_deletion(unsigned shard) {
  return {.shard = shard,
          .batch = new_id(),
          .kind = BatchKind::Deletion,
          .at = seconds_now(),
          .writer = writer_name(),
          .parts = {}};
}

std::vector<SumRow> read_sums(const Answer& answer) {
  std::vector<SumRow> sums;
  for (RowReader rows(answer); rows.begin_row();) {
    SumRow& row = sums.emplace_back();
    row.key = PositionKey{rows.u64()};
    row.move = rows.u16();
    for (const Outcome outcome :
         {Outcome::Unknown, Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw}) {
      row.sums.games[static_cast<unsigned>(outcome)] = rows.u64();
    }
    row.sums.white_elo_sum = rows.u64();
    row.sums.white_elo_games = rows.u64();
    row.sums.black_elo_sum = rows.u64();
    row.sums.black_elo_games = rows.u64();
    row.years = rows.numbers<std::uint16_t>();
    row.year_games = rows.numbers<std::int64_t>();
  }
  return sums;
}

std::optional<std::string> put_sums(Cluster& cluster, const LedgerBatch& deletion,
                                    const std::vector<SumRow>& sums) {
  if (sums.empty()) return std::nullopt;
  const SampledBlock block = sums_block(sums, deletion.batch);
  return put_rows(cluster, deletion, {"sums", block.rows, block.condition});
}

// Deletes games. Returns the problem if the deletion must be given up.
std::optional<std::string> try_delete(Cluster& cluster, std::span<const std::uint64_t> games,
                                      const LedgerBatch& deletion) {
  NativeBlock dead(games.size(), {0});
  dead.add_numbers<std::uint64_t>("game", [&](std::size_t row) { return games[row]; });
  dead.add_value("deletion", deletion.batch);
  insert_repeatable(cluster, {.shard = deletion.shard,
                              .table = "dead",
                              .block = dead,
                              .condition = fmt::format("game = {} AND deletion = {}", games.front(),
                                                       deletion.batch),
                              .batch = name_of(deletion)});
  return put_sums(
      cluster, deletion,
      read_sums(cluster.ask(deletion.shard, fmt::format(kContributions, deletion.batch))));
}

// Adds ledger rows before and after `act(deletion)`, which returns a problem if the deletion must
// be given up.
template <class Act>
void in_deletion(Cluster& cluster, unsigned shard, std::size_t games, Act act) {
  for (int given_up = 0;; ++given_up) {
    LedgerBatch deletion = new_deletion(shard);
    deletion.game_rows = games;
    write_row(cluster, deletion);
    const std::optional<std::string> fault = act(deletion);
    deletion.state = fault ? BatchState::GivenUp : BatchState::Done;
    deletion.at = seconds_now();
    write_row(cluster, deletion);
    if (!fault) return;
    if (given_up == kMaxGivenUp) throw IoError(*fault);
  }
}

// Returns the number of visible games that meet the condition.
std::uint64_t count_where(Cluster& cluster, const std::string& condition) {
  std::uint64_t games = 0;
  for_each_row(QuerySession(cluster).ask_all(
                   fmt::format("SELECT count() FROM games WHERE {}{}", condition, kSeenGames)),
               [&](RowReader& rows) { games += rows.u64(); });
  return games;
}

}  // namespace

std::uint64_t count_games(Cluster& cluster) { return count_where(cluster, "1"); }

std::uint64_t count_games(Cluster& cluster, std::span<const GameId> games) {
  std::uint64_t count = 0;
  for (std::size_t first = 0; first < games.size(); first += kCountedAtOnce) {
    std::vector<std::uint64_t> numbers;
    for (const GameId game :
         games.subspan(first).first(std::min(kCountedAtOnce, games.size() - first))) {
      numbers.push_back(static_cast<std::uint64_t>(number_of(game)));
    }
    count += count_where(cluster, fmt::format("game IN ({})", listed(numbers)));
  }
  return count;
}

std::vector<GameId> games_of(Cluster& cluster, std::span<const SourceId> sources) {
  if (sources.empty()) return {};
  std::vector<std::uint32_t> numbers;
  for (const SourceId source : sources) numbers.push_back(number_of(source));
  std::vector<GameId> games;
  for_each_row(
      QuerySession(cluster).ask_all(fmt::format("SELECT game FROM games WHERE source IN ({}){}",
                                                fmt::join(numbers, ","), kSeenGames)),
      [&](RowReader& rows) { games.push_back(GameId{rows.i64()}); });
  return games;
}

void delete_games(Cluster& cluster, ClusterWriting& writing, std::span<const GameId> games) {
  writing.lock_deletions();
  const ShardsOfGames shards(writing.ledger());
  std::vector<std::vector<std::uint64_t>> by_shard(cluster.shards());
  for (const GameId game : games) {
    const auto number = static_cast<std::uint64_t>(number_of(game));
    if (const auto shard = shards.of(number)) by_shard[*shard].push_back(number);
  }
  for (unsigned shard = 0; shard < cluster.shards(); ++shard) {
    const std::vector<std::uint64_t>& numbers = by_shard[shard];
    if (numbers.empty()) continue;
    in_deletion(cluster, shard, numbers.size(), [&](const LedgerBatch& deletion) {
      return try_delete(cluster, numbers, deletion);
    });
  }
}

void correct_sums(Cluster& cluster) {
  for (unsigned shard = 0; shard < cluster.shards(); ++shard) {
    QuerySession session(cluster);
    const std::vector<SumRow> sums =
        read_sums(session.ask(shard, fmt::format(kDifferences, kSeenSums, kSeenGames)));
    if (sums.empty()) continue;
    in_deletion(cluster, shard, 0,
                [&](const LedgerBatch& deletion) { return put_sums(cluster, deletion, sums); });
  }
}

namespace {

// The maximum number of batches in a statement.
constexpr std::size_t kBatchesAtOnce = 1000;

// Imports leave up to 1/kOldRowShare old rows, because servers must rewrite all other rows to
// remove them.
constexpr std::uint64_t kOldRowShare = 4;

constexpr std::string_view kRowsOfBatches =
    "SELECT batch, count() FROM sums GROUP BY batch FORMAT RowBinary";

constexpr std::string_view kMerge =
    "INSERT INTO sums (key, batch, move, unfinished, white, black, draws, white_elo_sum,"
    " white_elo_games, black_elo_sum, black_elo_games, years, year_games)"
    " SELECT key, toUInt64({}), move, sum(unfinished), sum(white), sum(black), sum(draws),"
    " sum(white_elo_sum), sum(white_elo_games), sum(black_elo_sum), sum(black_elo_games),"
    " tupleElement(sumMap(years, year_games), 1), tupleElement(sumMap(years, year_games), 2)"
    " FROM sums WHERE {} GROUP BY key, move";

// The query for the number of rows, the number of positions with moves, and the sums of all
// columns.
constexpr std::string_view kTotals =
    "SELECT sum(n), count(), toUInt64(sum(hash)) FROM (SELECT key, move, count() AS n,"
    " cityHash64(key, move, sum(unfinished), sum(white), sum(black), sum(draws),"
    " sum(white_elo_sum), sum(white_elo_games), sum(black_elo_sum), sum(black_elo_games),"
    " sum(arraySum(year_games))) AS hash FROM sums WHERE {} GROUP BY key, move) FORMAT RowBinary";

struct SumTotals {
  std::uint64_t rows = 0;
  std::uint64_t moves = 0;  // number of positions with moves
  std::uint64_t hash = 0;
};

SumTotals totals_of(Cluster& cluster, unsigned shard, const std::string& condition) {
  const Answer answer = cluster.ask(shard, fmt::format(kTotals, condition));
  RowReader row(answer);
  SumTotals totals{.rows = row.u64()};
  totals.moves = row.u64();
  totals.hash = row.u64();
  return totals;
}

std::set<std::uint64_t> merged_batches(const std::vector<LedgerBatch>& batches) {
  std::set<std::uint64_t> merged;
  for (const LedgerBatch& batch : batches) {
    if (batch.kind != BatchKind::Merge || batch.state != BatchState::Done) continue;
    for (const LedgerPart& part : batch.parts) merged.insert(part.first_game);
  }
  return merged;
}

// Returns whether queries may find sums of the batch. The ledger does not count the sums of
// deletions.
bool may_have_sums(const LedgerBatch& batch, const std::set<std::uint64_t>& merged) {
  return batch.state == BatchState::Done && !merged.contains(batch.batch) &&
         (batch.sum_rows > 0 || batch.kind == BatchKind::Deletion);
}

// Returns whether a shard has more sets of sums than imports leave.
bool has_many_sums(const Ledger& ledger) {
  const std::set<std::uint64_t> merged = merged_batches(ledger.batches());
  std::map<unsigned, std::size_t> sets;  // number of sets by shard
  return std::ranges::any_of(ledger.batches(), [&](const LedgerBatch& batch) {
    return may_have_sums(batch, merged) && ++sets[batch.shard] > kMaxSumSets;
  });
}

// The sums of a batch.
struct SumSet {
  std::uint64_t batch = 0;
  std::uint64_t rows = 0;
};

// The batches of a shard, grouped by the state of their rows in `sums`.
struct SumSets {
  std::vector<SumSet> visible;   // sorted by number of rows, ascending
  std::vector<SumSet> obsolete;  // batches that were given up or merged, whose rows still exist
  std::vector<LedgerBatch> open_merges;  // unfinished merges, which are obsolete too
};

SumSets read_sum_sets(Cluster& cluster, unsigned shard) {
  // Another program may have merged sums on another replica. Replicas fetch tables independently,
  // so this replica may have ledger rows before the rows of `sums`.
  cluster.wait_for_rows(shard);
  const std::vector<LedgerBatch> batches = read_batches(cluster, shard);
  cluster.wait_for_rows(shard);
  std::map<std::uint64_t, std::uint64_t> rows;  // number of rows by batch
  const Answer answer = cluster.ask(shard, std::string(kRowsOfBatches));
  for (RowReader reader(answer); reader.begin_row();) {
    const std::uint64_t batch = reader.u64();
    rows[batch] = reader.u64();
  }
  const std::set<std::uint64_t> merged = merged_batches(batches);
  SumSets sets;
  for (const LedgerBatch& batch : batches) {
    const SumSet set{batch.batch, rows[batch.batch]};
    const bool is_open_merge = batch.kind == BatchKind::Merge && batch.state == BatchState::Begun;
    if (may_have_sums(batch, merged)) {
      sets.visible.push_back(set);
    } else if (set.rows > 0 && (batch.state != BatchState::Begun || is_open_merge)) {
      sets.obsolete.push_back(set);
    }
    if (is_open_merge) sets.open_merges.push_back(batch);
  }
  std::ranges::stable_sort(sets.visible, {}, &SumSet::rows);
  return sets;
}

std::uint64_t rows_of(std::span<const SumSet> sets) {
  return std::accumulate(sets.begin(), sets.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const SumSet& set) { return sum + set.rows; });
}

std::size_t size_of_group(std::span<const SumSet> sets) {
  std::vector<std::uint64_t> rows;
  for (const SumSet& set : sets) rows.push_back(set.rows);
  return batches_to_merge(rows);
}

std::string condition_for(std::span<const SumSet> sets) {
  std::vector<std::uint64_t> batches;
  for (const SumSet& set : sets) batches.push_back(set.batch);
  return in_list("batch", batches);
}

void write_state(Cluster& cluster, LedgerBatch& batch, BatchState state) {
  batch.state = state;
  batch.at = seconds_now();
  write_row(cluster, batch);
}

// Merges sets into a new set, which replaces them once it has been read back.
void merge_sets(Cluster& cluster, unsigned shard, std::span<const SumSet> sets) {
  const std::string condition = condition_for(sets);
  const SumTotals before = totals_of(cluster, shard, condition);
  LedgerBatch merge{.shard = shard,
                    .batch = new_id(),
                    .kind = BatchKind::Merge,
                    .writer = writer_name(),
                    .sum_rows = before.moves};
  for (const SumSet& set : sets) merge.parts.emplace_back().first_game = set.batch;
  write_state(cluster, merge, BatchState::Begun);
  cluster.run(shard, fmt::format(kMerge, merge.batch, condition));
  const SumTotals after = totals_of(cluster, shard, fmt::format("batch = {}", merge.batch));
  const bool is_same = after.rows == before.moves && after.hash == before.hash;
  write_state(cluster, merge, is_same ? BatchState::Done : BatchState::GivenUp);
  if (is_same) return;
  throw IoError(
      fmt::format("shard {}, {}: {} sums were read back instead of {}; repeat the command",
                  shard + 1, name_of(merge), after.rows, before.moves));
}

// The required state after a merge.
struct MergeGoal {
  std::size_t max_sets = 1;         // maximum number of sets in a shard
  std::uint64_t old_row_share = 0;  // 1 / maximum share of old rows; 0: no old rows allowed
};

class Merging {
 public:
  Merging(Cluster& cluster, ClusterWriting& writing, const MergeGoal& goal)
      : cluster_(cluster), writing_(writing), goal_(goal) {}

  MergedSums run() {
    for (unsigned shard = 0; shard < cluster_.shards(); ++shard) merge(shard);
    writing_.unlock_merges();
    return merged_;
  }

 private:
  void merge(unsigned shard) {
    SumSets sets = read_sum_sets(cluster_, shard);
    // The open merges belong to programs that have ended, because this program holds the lock.
    for (LedgerBatch& open : sets.open_merges) write_state(cluster_, open, BatchState::GivenUp);
    merged_.rows_before += rows_of(sets.visible);
    while (sets.visible.size() > goal_.max_sets) {
      const std::span group = std::span(sets.visible).first(size_of_group(sets.visible));
      report_wait(begin_, fmt::format("shard {}: merging the totals of {} of {} batches", shard + 1,
                                      group.size(), sets.visible.size()));
      writing_.keep_locks();
      merge_sets(cluster_, shard, group);
      merged_.batches += group.size();
      sets = read_sum_sets(cluster_, shard);
    }
    merged_.rows_after += rows_of(sets.visible);
    remove_obsolete(shard, sets);
  }

  void remove_obsolete(unsigned shard, const SumSets& sets) {
    const std::uint64_t shares = rows_of(sets.obsolete) * goal_.old_row_share;
    if (goal_.old_row_share > 0 && shares < rows_of(sets.visible)) return;
    for (std::span rest(sets.obsolete); !rest.empty();) {
      const auto some = rest.first(std::min(rest.size(), kBatchesAtOnce));
      rest = rest.subspan(some.size());
      cluster_.run(shard, fmt::format("ALTER TABLE sums DELETE WHERE {}", condition_for(some)));
    }
  }

  Cluster& cluster_;
  ClusterWriting& writing_;
  MergeGoal goal_;
  MergedSums merged_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

std::size_t batches_to_merge(std::span<const std::uint64_t> rows) {
  std::size_t count = 2;
  for (std::uint64_t sum = rows[0] + rows[1];
       count < std::min(rows.size(), kBatchesAtOnce) && rows[count] <= sum; ++count) {
    sum += rows[count];
  }
  return count;
}

MergedSums merge_sums(Cluster& cluster, ClusterWriting& writing) {
  writing.lock_merges();
  return Merging(cluster, writing, {}).run();
}

void merge_many_sums(Cluster& cluster, ClusterWriting& writing) try {
  if (!has_many_sums(writing.ledger()) || !writing.try_lock_merges()) return;
  Merging(cluster, writing, {.max_sets = kMaxSumSets, .old_row_share = kOldRowShare}).run();
} catch (const IoError&) {
  // The next import merges these sums.
}

namespace {

bool has_game(const LedgerBatch& batch, GameId game) {
  const auto number = static_cast<std::uint64_t>(number_of(game));
  return std::ranges::any_of(batch.parts, [&](const LedgerPart& part) {
    return number >= part.first_game && number - part.first_game < part.mark.batch_games;
  });
}

}  // namespace

// Damaged batches are given up last, so that an interrupted repair can be repeated.
std::vector<SourceFile> repair_batches(Cluster& cluster, ClusterWriting& writing,
                                       std::span<const LedgerBatch> damaged) {
  std::set<SourceId> concerned;
  for (const LedgerBatch& batch : damaged) {
    for (const LedgerPart& part : batch.parts) concerned.insert(part.mark.source);
  }
  const std::vector<SourceId> sources(concerned.begin(), concerned.end());
  std::vector<SourceFile> files;
  if (!sources.empty()) writing.lock(sources);
  for (const SourceId source : sources) {
    files.push_back(writing.file_of(source));
    writing.forget_source(source);
  }
  std::vector<GameId> games = games_of(cluster, sources);
  std::erase_if(games, [&](GameId game) {
    return std::ranges::any_of(damaged,
                               [&](const LedgerBatch& batch) { return has_game(batch, game); });
  });
  delete_games(cluster, writing, games);
  for (const LedgerBatch& batch : damaged) writing.give_up(batch);
  correct_sums(cluster);
  return files;
}

}  // namespace arbiter::clickhouse
