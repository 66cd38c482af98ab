#include "db/clickhouse/writing/repair.h"

#include <algorithm>
#include <set>

#include "db/clickhouse/writing/deletion.h"

namespace arbiter::clickhouse {
namespace {

bool has_game(const LedgerBatch& batch, GameId game) {
  const auto number = static_cast<std::uint64_t>(number_of(game));
  return std::ranges::any_of(batch.parts, [&](const LedgerPart& part) {
    return number >= part.first_game && number - part.first_game < part.mark.batch_games;
  });
}

}  // namespace

// The damaged batches are given up last, so that an interrupted repair finds the sources again.
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
