#include "db/clickhouse/integrity/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "db/clickhouse/cluster/name_id.h"
#include "db/clickhouse/cluster/schema.h"
#include "db/clickhouse/cluster/sql_text.h"
#include "db/clickhouse/integrity/check_games.h"
#include "db/clickhouse/integrity/check_log.h"
#include "lib/tags/person_name.h"

namespace arbiter::clickhouse {
namespace {

// The number of batches whose rows one query counts.
constexpr std::size_t kBatchesAtOnce = 40;
constexpr std::size_t kShownSources = 5;  // of a damaged batch

// The names of each kind are read in 2^kNamePortionBits portions.
constexpr unsigned kNamePortionBits = 4;

// Counts the rows of each batch in a table.
std::vector<std::uint64_t> count_rows(QuerySession& session, unsigned shard, std::string_view table,
                                      const std::vector<LedgerBatch>& batches) {
  std::vector<std::uint64_t> counts;
  for (std::size_t first = 0; first < batches.size(); first += kBatchesAtOnce) {
    std::vector<std::string> columns;
    for (std::size_t i = first; i < std::min(first + kBatchesAtOnce, batches.size()); ++i) {
      columns.push_back(fmt::format("countIf({})", games_condition(batches[i])));
    }
    const Answer answer =
        session.ask(shard, fmt::format("SELECT {} FROM {}", fmt::join(columns, ", "), table));
    RowReader rows(answer);
    for (std::size_t i = 0; i < columns.size(); ++i) counts.push_back(rows.u64());
  }
  return counts;
}

// Returns the names of a batch's source files.
std::string sources_of(QuerySession& session, const LedgerBatch& batch) {
  std::vector<std::uint64_t> numbers;
  for (const LedgerPart& part : batch.parts) numbers.push_back(number_of(part.mark.source));
  const Answer answer =
      session.ask(kFirstShard, fmt::format("SELECT any(name) FROM sources WHERE {} GROUP BY source"
                                           " ORDER BY source",
                                           in_list("source", numbers)));
  std::vector<std::string> names;
  for (RowReader rows(answer); rows.begin_row();) names.emplace_back(rows.text());
  const std::size_t left = names.size() - std::min(names.size(), kShownSources);
  names.resize(names.size() - left);
  if (left > 0) names.push_back(fmt::format("{} other sources", left));
  return fmt::format("{}", fmt::join(names, ", "));
}

// The finished imports of all shards.
struct Imports {
  std::vector<LedgerBatch> batches;
  std::set<std::uint64_t> damaged;  // their ids

  // Adds the batches of these games.
  void add_damaged(const std::vector<std::uint64_t>& games) {
    for (const LedgerBatch& batch : batches) {
      const bool is_damaged = std::ranges::any_of(games, [&](std::uint64_t game) {
        return std::ranges::any_of(batch.parts, [&](const LedgerPart& part) {
          return game >= part.first_game && game - part.first_game < part.mark.batch_games;
        });
      });
      if (is_damaged) damaged.insert(batch.batch);
    }
  }
};

// Compares the ledger of a shard with its tables. Returns the number of games of its batches,
// including deleted ones.
std::uint64_t check_ledger(QuerySession& session, unsigned shard, Imports& all, CheckLog& log) {
  std::vector<LedgerBatch> imports = session.batches(shard);
  std::erase_if(imports, [](const LedgerBatch& batch) {
    return batch.kind != BatchKind::Import || batch.state != BatchState::Done;
  });
  log.totals().batches += imports.size();
  const auto games = count_rows(session, shard, "games", imports);
  const auto positions = count_rows(session, shard, "positions", imports);
  std::uint64_t all_games = 0;
  for (std::size_t i = 0; i < imports.size(); ++i) {
    const LedgerBatch& batch = imports[i];
    const auto compare = [&](std::string_view table, IntegrityPart part, std::uint64_t expected,
                             std::uint64_t found) {
      if (found == expected) return;
      all.damaged.insert(batch.batch);
      log.report(part,
                 fmt::format("shard {}: {}, with {}, has {} rows of {} instead of {}", shard + 1,
                             name_of(batch), sources_of(session, batch), found, table, expected));
    };
    compare("games", IntegrityPart::Games, batch.game_rows, games[i]);
    compare("positions", IntegrityPart::Index, batch.position_rows, positions[i]);
    all_games += batch.game_rows;
  }
  std::ranges::move(imports, std::back_inserter(all.batches));
  return all_games;
}

constexpr std::string_view kNames =
    "SELECT id, name, folded, folded_id FROM names WHERE kind = {} AND id >= {} AND id <= {}";

// Checks that ids and folded forms are those of the names.
void check_names(QuerySession& session, NameKind kind, CheckLog& log) {
  constexpr std::uint64_t kPortion = std::uint64_t{1} << (64 - kNamePortionBits);
  for (std::uint64_t portion = 0; portion < 1U << kNamePortionBits; ++portion) {
    const auto sql = fmt::format(kNames, static_cast<unsigned>(kind), portion * kPortion,
                                 portion * kPortion + (kPortion - 1));
    for_each_row(session.ask_all(sql), [&](RowReader& rows, unsigned shard) {
      const std::uint64_t id = rows.u64();
      const std::string_view name = rows.text();
      const std::string_view folded = rows.text();
      const std::uint64_t folded_id = rows.u64();
      ++log.totals().names;
      if (id == name_id(name) && folded == folded_name(name) && folded_id == name_id(folded))
        return;
      log.report(IntegrityPart::Names,
                 fmt::format("shard {}: name {} is '{}'", shard + 1, id, name));
    });
  }
}

struct Reference {
  NameKind kind;
  std::string_view column;
};
constexpr Reference kReferences[] = {{NameKind::Player, "white"},
                                     {NameKind::Player, "black"},
                                     {NameKind::Event, "event"},
                                     {NameKind::Site, "site"},
                                     {NameKind::Opening, "opening"}};

// Checks that the names of games exist.
void check_references(QuerySession& session, const Reference& reference, CheckLog& log) {
  const auto sql = fmt::format(
      "SELECT game FROM games WHERE {0} != 0 AND {0} NOT IN (SELECT id FROM names WHERE kind = {1})"
      "{2} ORDER BY game LIMIT 1000",
      reference.column, static_cast<unsigned>(reference.kind), kSeenGames);
  for_each_row(session.ask_all(sql), [&](RowReader& rows) {
    log.report(IntegrityPart::Names, fmt::format("its {} has no name", reference.column),
               GameId{rows.i64()});
  });
}

// The difference of stored sums and the positions that they sum up, by key and move.
constexpr std::string_view kSums =
    "SELECT key, move FROM (SELECT key, move, toInt64(unfinished) AS a, toInt64(white) AS b,"
    " toInt64(black) AS c, toInt64(draws) AS d, toInt64(white_elo_sum) AS e,"
    " toInt64(white_elo_games) AS f, toInt64(black_elo_sum) AS g, toInt64(black_elo_games) AS h,"
    " arraySum(year_games) AS i FROM sums WHERE 1{0} UNION ALL"
    " SELECT key, move, -toInt64(result = 0), -toInt64(result = 1), -toInt64(result = 2),"
    " -toInt64(result = 3), -toInt64(white_elo), -toInt64(white_elo != 0), -toInt64(black_elo),"
    " -toInt64(black_elo != 0), -toInt64(year != 0) FROM positions WHERE summed = 1{1})"
    " GROUP BY key, move HAVING sum(a) != 0 OR sum(b) != 0 OR sum(c) != 0 OR sum(d) != 0 OR"
    " sum(e) != 0 OR sum(f) != 0 OR sum(g) != 0 OR sum(h) != 0 OR sum(i) != 0"
    " ORDER BY key, move LIMIT 1000";

void check_sums(QuerySession& session, CheckLog& log) {
  for_each_row(session.ask_all(fmt::format("SELECT uniqExact(key) FROM sums WHERE 1{}", kSeenSums)),
               [&](RowReader& rows) { log.totals().sums += rows.u64(); });
  for_each_row(session.ask_all(fmt::format(kSums, kSeenSums, kSeenGames)), [&](RowReader& rows,
                                                                               unsigned shard) {
    const std::uint64_t key = rows.u64();
    log.report(IntegrityPart::Sums,
               fmt::format("shard {}: the sums of position {:016x}, move {}, are not those of"
                           " its games",
                           shard + 1, key, rows.u16()));
  });
}

constexpr std::string_view kDeleted =
    "SELECT uniqExact(game) FROM dead WHERE deletion IN"
    " (SELECT batch FROM batches GROUP BY batch HAVING max(state) = 2)";

// Does not count games of batches that were given up after the deletion.
std::string deleted_games(QuerySession& session, unsigned shard) {
  std::string sql(kDeleted);
  for (const LedgerBatch& batch : session.batches(shard)) {
    const bool is_hidden = batch.kind == BatchKind::Import && batch.state != BatchState::Done;
    if (is_hidden) sql += fmt::format(" AND NOT {}", games_condition(batch));
  }
  return sql;
}

GamesByShard count_deleted(QuerySession& session, CheckLog& log) {
  GamesByShard games;
  const auto answers =
      session.ask_all([&](unsigned shard) { return deleted_games(session, shard); });
  for_each_row(answers, [&](RowReader& rows, unsigned shard) {
    games[shard] = rows.u64();
    log.totals().deleted += games[shard];
  });
  return games;
}

struct GameCounts {
  GamesByShard ledger, read, deleted;
};

void compare_games(GameCounts& counts, CheckLog& log) {
  for (const auto& [shard, expected] : counts.ledger) {
    const std::uint64_t read = counts.read[shard];
    const std::uint64_t deleted = counts.deleted[shard];
    if (read + deleted == expected) continue;
    log.report(IntegrityPart::Games,
               fmt::format("shard {}: {} games were read and {} are deleted, but the ledger has {}",
                           shard + 1, read, deleted, expected));
  }
}

}  // namespace

ClusterCheck check_cluster(QuerySession& session, const IntegrityOptions& options,
                           IntegrityListener& listener) {
  CheckLog log(listener);
  GameCounts counts;
  Imports imports;
  for (const unsigned shard : session.shards()) {
    counts.ledger[shard] = check_ledger(session, shard, imports, log);
  }
  for (const NameKind kind : {NameKind::Player, NameKind::Event, NameKind::Site, NameKind::Opening,
                              NameKind::Diagnostic}) {
    check_names(session, kind, log);
  }
  for (const Reference& reference : kReferences) check_references(session, reference, log);
  log.totals().index_plies = session.index_plies();
  counts.read = check_games(session, options.jobs, log);
  check_sums(session, log);
  counts.deleted = count_deleted(session, log);
  // After writes of other programs, the counts are of different moments.
  if (session.is_current()) compare_games(counts, log);
  imports.add_damaged(log.games());
  ClusterCheck check{.totals = log.totals(), .damaged = {}};
  for (LedgerBatch& batch : imports.batches) {
    if (imports.damaged.contains(batch.batch)) check.damaged.push_back(std::move(batch));
  }
  return check;
}

}  // namespace arbiter::clickhouse
