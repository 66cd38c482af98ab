#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "db/clickhouse/query/found_games.h"
#include "db/clickhouse/query/game_rows.h"
#include "db/clickhouse/query/storage_queries.h"
#include "db/model/query_stop.h"
#include "lib/base/threads.h"
#include "lib/diagnostics/catalogue.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::uint64_t kBatchGames = 512;

std::vector<StoredFinding> stored_findings(std::span<const DraftFinding> findings) {
  std::vector<StoredFinding> stored;
  for (const DraftFinding& finding : findings) {
    stored.push_back({finding.ply, std::string(entry_of(finding.code).id)});
  }
  std::ranges::stable_sort(stored, {},
                           [](const StoredFinding& one) { return std::pair(one.ply, one.id); });
  return stored;
}

// A reader of games, on one thread.
class Maker {
 public:
  Maker(QuerySession& session, const SourceNames& sources, const GameStream& stream)
      : session_(session),
        sources_(sources),
        parts_{.moves = true, .record = stream.has_records, .findings = stream.has_findings},
        names_(session) {}

  // Appends the games that the query returns.
  void add(unsigned shard, const std::string& sql, std::vector<StreamedGame>& games) {
    const Answer answer = session_.ask_pinned(shard, sql);
    const std::vector<GameRow> rows = read_rows(answer);
    names_.learn(shard, rows);
    for (const GameRow& row : rows) {
      StreamedGame& game = games.emplace_back();
      game.game = stored_game(row, names_, sources_);
      game.record = row.record;
      game.findings = stored_findings(row.findings);
    }
  }

  RowParts parts() const { return parts_; }

 private:
  QuerySession& session_;
  const SourceNames& sources_;
  RowParts parts_;
  NameTexts names_;
};

// Passes a batch to the stream for each `make.kItems` items.
template <class Item, class Make, class Receive>
void run(QuerySession& session, const SourceNames& sources, std::span<const Item> items,
         const GameStream& stream, Make make, Receive receive) {
  std::vector<Maker> makers(std::max(stream.jobs, 1U), Maker(session, sources, stream));
  const auto take = [&]() -> std::optional<std::span<const Item>> {
    if (items.empty()) return std::nullopt;
    const auto next = items.first(std::min<std::size_t>(make.kItems, items.size()));
    items = items.subspan(next.size());
    return next;
  };
  run_in_order(
      stream.jobs, take,
      [&](unsigned job, std::span<const Item> some) {
        StreamedBatch batch = make(makers[job], some);
        if (stream.prepare) stream.prepare(batch);
        return batch;
      },
      receive);
}

// The games of a selection, with a batch for each id range.
struct StretchBatches {
  static constexpr std::size_t kItems = 1;

  const Selection& selection;
  std::uint64_t total;

  StreamedBatch operator()(Maker& maker, std::span<const Stretch> stretches) const {
    StreamedBatch batch{.games = {}, .total = total};
    const Stretch& stretch = stretches.front();
    for (const unsigned shard : stretch.shards) {
      maker.add(shard,
                fmt::format("SELECT {} FROM games WHERE {} AND {}{}", row_columns(maker.parts()),
                            within(stretch), selection.of_games(shard), kSeenGames),
                batch.games);
    }
    std::ranges::sort(batch.games, {}, [](const StreamedGame& one) { return one.game.id; });
    return batch;
  }
};

// Games that were already found, in their order.
struct FoundBatches {
  static constexpr std::size_t kItems = kBatchGames;

  const std::optional<PositionQuery>& position;
  std::uint64_t total;

  StreamedBatch operator()(Maker& maker, std::span<const LocatedGame> found) const {
    std::map<unsigned, std::vector<std::uint64_t>> by_shard;
    for (const LocatedGame& one : found) {
      by_shard[one.shard].push_back(static_cast<std::uint64_t>(number_of(one.found.id)));
    }
    std::vector<StreamedGame> games;
    for (const auto& [shard, ids] : by_shard)
      maker.add(shard, games_sql(ids, maker.parts()), games);
    std::unordered_map<GameId, StreamedGame*> by_id;
    for (StreamedGame& game : games) by_id[game.game.id] = &game;
    StreamedBatch batch{.games = {}, .total = total};
    for (const LocatedGame& one : found) {
      const auto game = by_id.find(one.found.id);
      if (game == by_id.end()) continue;
      if (position && !occurs_at(game->second->game, *one.found.ply, *position)) continue;
      batch.games.push_back(std::move(*game->second));
      batch.games.back().ply = one.found.ply;
    }
    return batch;
  }
};

FoundGames stream_all(QuerySession& session, const Selection& selection, const GameStream& stream) {
  const std::vector<Stretch> all = stretches(
      session, [&](unsigned shard) { return selection.of_games(shard); }, kBatchGames);
  FoundGames found;
  for (const Stretch& stretch : all) found.total += stretch.games;
  found.listed = found.total;
  run<Stretch>(session, source_names(session), all, stream, StretchBatches{selection, found.total},
               stream.receive);
  return found;
}

FoundGames stream_found(QuerySession& session, const FindQuery& query, const Selection& selection,
                        const GameStream& stream) {
  Located located;
  SourceNames sources;
  run_parallel(2, stopped_with_this_thread([&](unsigned job) {
                 if (job == 0) located = locate(session, query, selection);
                 if (job == 1) sources = source_names(session);
               }));
  FoundGames found{.total = located.total, .cost = located.cost};
  const auto receive = [&](const StreamedBatch& batch) {
    for (const StreamedGame& one : batch.games) found.games.push_back({one.game.id, one.ply});
    stream.receive(batch);
  };
  run<LocatedGame>(session, sources, located.games, stream,
                   FoundBatches{query.position, located.games.size()}, receive);
  found.listed = found.games.size();
  found.total -= located.games.size() - found.listed;
  if (query.position) found.cost.verified = located.games.size();
  return found;
}

bool is_of_all(const FindQuery& query) {
  return !query.position && query.order.empty() && query.offset == 0 && !query.limit;
}

}  // namespace

FoundGames stream_games(QuerySession& session, const FindQuery& query, const GameStream& stream) {
  if (query.limit.value_or(kBatchGames + 1) > kBatchGames) session.pin();
  const Selection selection = select(session, query, stream.jobs);
  if (is_of_all(query) && !selection.is_listed()) return stream_all(session, selection, stream);
  return stream_found(session, query, selection, stream);
}

}  // namespace arbiter::clickhouse
