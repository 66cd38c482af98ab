#include "db/clickhouse/integrity/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "db/clickhouse/cluster/name_id.h"
#include "db/clickhouse/integrity/check_games.h"
#include "db/clickhouse/integrity/check_log.h"
#include "db/clickhouse/wire/row_reader.h"
#include "lib/tags/person_name.h"

namespace arbiter::clickhouse {
namespace {

// Batches whose rows are counted by one question.
constexpr std::size_t kBatchesAtOnce = 40;

// Names are read in so many portions of each kind.
constexpr unsigned kNamePortionBits = 4;

constexpr std::string_view kBatches =
    "SELECT batch, kind, any(first_games), any(games), any(game_rows), any(position_rows),"
    " any(sum_rows) FROM batches GROUP BY batch, kind HAVING max(state) = 2 ORDER BY batch";

struct Batch {
  std::uint64_t batch = 0;
  std::uint8_t kind = 0;
  std::vector<std::uint64_t> first_games, games;
  std::uint64_t game_rows = 0, position_rows = 0, sum_rows = 0;
};

Batch read_batch(RowReader& rows) {
  Batch batch;
  batch.batch = rows.u64();
  batch.kind = rows.u8();
  batch.first_games = rows.numbers<std::uint64_t>();
  batch.games = rows.numbers<std::uint64_t>();
  batch.game_rows = rows.u64();
  batch.position_rows = rows.u64();
  batch.sum_rows = rows.u64();
  return batch;
}

// The games of the batch.
std::string condition_of(const Batch& batch) {
  std::vector<std::string> ranges;
  for (std::size_t i = 0; i < std::min(batch.first_games.size(), batch.games.size()); ++i) {
    if (batch.games[i] == 0) continue;
    ranges.push_back(fmt::format("(game >= {} AND game <= {})", batch.first_games[i],
                                 batch.first_games[i] + batch.games[i] - 1));
  }
  return ranges.empty() ? "0" : fmt::format("({})", fmt::join(ranges, " OR "));
}

// The ledger of one shard against its tables.
class LedgerCheck {
 public:
  LedgerCheck(Inquiry& inquiry, unsigned shard, CheckLog& log)
      : inquiry_(inquiry), shard_(shard), log_(log) {
    const Answer answer = inquiry.ask(shard, std::string(kBatches));
    for (RowReader rows(answer.bytes); !rows.is_at_end();) {
      Batch batch = read_batch(rows);
      if (batch.kind == static_cast<std::uint8_t>(BatchKind::Import)) {
        imports_.push_back(std::move(batch));
      }
    }
  }

  // Returns how many games the batches have, deleted ones included.
  std::uint64_t run() {
    std::uint64_t all_games = 0;
    log_.totals().batches += imports_.size();
    const auto games = count("games");
    const auto positions = count("positions");
    const auto sums = count_sums();
    for (std::size_t i = 0; i < imports_.size(); ++i) {
      const Batch& batch = imports_[i];
      compare(batch, {"games", IntegrityPart::Games, batch.game_rows, games[i]});
      compare(batch, {"positions", IntegrityPart::Index, batch.position_rows, positions[i]});
      const auto sum = sums.find(batch.batch);
      compare(batch,
              {"sums", IntegrityPart::Sums, batch.sum_rows, sum == sums.end() ? 0 : sum->second});
      all_games += batch.game_rows;
    }
    return all_games;
  }

 private:
  struct Compared {
    std::string_view table;
    IntegrityPart part;
    std::uint64_t expected = 0;
    std::uint64_t found = 0;
  };

  void compare(const Batch& batch, const Compared& compared) {
    if (compared.expected == compared.found) return;
    log_.say(compared.part,
             fmt::format("shard {}: batch {} has {} rows of {} instead of {}", shard_ + 1,
                         batch.batch, compared.found, compared.table, compared.expected));
  }

  std::vector<std::uint64_t> count(std::string_view table) {
    std::vector<std::uint64_t> counts;
    for (std::size_t first = 0; first < imports_.size(); first += kBatchesAtOnce) {
      std::vector<std::string> columns;
      for (std::size_t i = first; i < std::min(first + kBatchesAtOnce, imports_.size()); ++i) {
        columns.push_back(fmt::format("countIf({})", condition_of(imports_[i])));
      }
      const Answer answer =
          inquiry_.ask(shard_, fmt::format("SELECT {} FROM {}", fmt::join(columns, ", "), table));
      RowReader rows(answer.bytes);
      for (std::size_t i = 0; i < columns.size(); ++i) counts.push_back(rows.u64());
    }
    return counts;
  }

  std::map<std::uint64_t, std::uint64_t> count_sums() {
    std::map<std::uint64_t, std::uint64_t> counts;
    const Answer answer = inquiry_.ask(shard_, "SELECT batch, count() FROM sums GROUP BY batch");
    for (RowReader rows(answer.bytes); !rows.is_at_end();) {
      const std::uint64_t batch = rows.u64();
      counts[batch] = rows.u64();
    }
    return counts;
  }

  Inquiry& inquiry_;
  unsigned shard_;
  CheckLog& log_;
  std::vector<Batch> imports_;
};

constexpr std::string_view kNames =
    "SELECT id, name, folded, folded_id FROM names WHERE kind = {} AND id >= {} AND id <= {}";

// Names are what their numbers say.
void check_names(Inquiry& inquiry, NameKind kind, CheckLog& log) {
  constexpr std::uint64_t kPortion = std::uint64_t{1} << (64 - kNamePortionBits);
  for (std::uint64_t portion = 0; portion < 1U << kNamePortionBits; ++portion) {
    const auto sql = fmt::format(kNames, static_cast<unsigned>(kind), portion * kPortion,
                                 portion * kPortion + (kPortion - 1));
    for (const ShardAnswer& one : inquiry.ask_all(sql)) {
      for (RowReader rows(one.answer.bytes); !rows.is_at_end();) {
        const std::uint64_t id = rows.u64();
        const std::string_view name = rows.text();
        const std::string_view folded = rows.text();
        const std::uint64_t folded_id = rows.u64();
        ++log.totals().names;
        const bool is_right =
            id == name_id(name) && folded == folded_name(name) && folded_id == name_id(folded);
        if (is_right) continue;
        log.say(IntegrityPart::Names,
                fmt::format("shard {}: name {} is '{}'", one.shard + 1, id, name));
      }
    }
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

// The names that games have are there.
void check_references(Inquiry& inquiry, const Reference& reference, CheckLog& log) {
  const auto sql = fmt::format(
      "SELECT game FROM games WHERE {0} != 0 AND {0} NOT IN (SELECT id FROM names WHERE kind = {1})"
      "{2} ORDER BY game LIMIT 1000",
      reference.column, static_cast<unsigned>(reference.kind), kSeenGames);
  for (const ShardAnswer& one : inquiry.ask_all(sql)) {
    for (RowReader rows(one.answer.bytes); !rows.is_at_end();) {
      log.say(IntegrityPart::Names, fmt::format("its {} has no name", reference.column),
              GameId{rows.i64()});
    }
  }
}

// By key and move, what the sums say less what the positions that they stand for say.
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

void check_sums(Inquiry& inquiry, CheckLog& log) {
  for (const ShardAnswer& one :
       inquiry.ask_all(fmt::format("SELECT uniqExact(key) FROM sums WHERE 1{}", kSeenSums))) {
    log.totals().sums += RowReader(one.answer.bytes).u64();
  }
  for (const ShardAnswer& one : inquiry.ask_all(fmt::format(kSums, kSeenSums, kSeenGames))) {
    for (RowReader rows(one.answer.bytes); !rows.is_at_end();) {
      const std::uint64_t key = rows.u64();
      log.say(IntegrityPart::Sums,
              fmt::format("shard {}: the sums of position {:016x}, move {}, are not those of its"
                          " games",
                          one.shard + 1, key, rows.u16()));
    }
  }
}

constexpr std::string_view kDeleted =
    "SELECT uniqExact(game) FROM dead WHERE deletion IN"
    " (SELECT batch FROM batches GROUP BY batch HAVING max(state) = 2)";

GamesByShard count_deleted(Inquiry& inquiry, CheckLog& log) {
  GamesByShard games;
  for (const ShardAnswer& one : inquiry.ask_all(std::string(kDeleted))) {
    games[one.shard] = RowReader(one.answer.bytes).u64();
    log.totals().deleted += games[one.shard];
  }
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
    log.say(IntegrityPart::Games,
            fmt::format("shard {}: {} games were read and {} are deleted, but the ledger has {}",
                        shard + 1, read, deleted, expected));
  }
}

}  // namespace

IntegrityTotals check_cluster(Inquiry& inquiry, const IntegrityOptions& options,
                              IntegrityListener& listener) {
  CheckLog log(listener);
  GameCounts counts;
  for (const unsigned shard : inquiry.shards()) {
    counts.ledger[shard] = LedgerCheck(inquiry, shard, log).run();
  }
  for (const NameKind kind : {NameKind::Player, NameKind::Event, NameKind::Site, NameKind::Opening,
                              NameKind::Diagnostic}) {
    check_names(inquiry, kind, log);
  }
  for (const Reference& reference : kReferences) check_references(inquiry, reference, log);
  log.totals().index_plies = inquiry.index_plies();
  counts.read =
      check_games(inquiry, {.index_plies = inquiry.index_plies(), .jobs = options.jobs}, log);
  check_sums(inquiry, log);
  counts.deleted = count_deleted(inquiry, log);
  // If another program wrote meanwhile, the counts are of different moments.
  if (inquiry.is_current()) compare_games(counts, log);
  return log.totals();
}

}  // namespace arbiter::clickhouse
