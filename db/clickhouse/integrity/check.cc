#include "db/clickhouse/integrity/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "db/clickhouse/cluster/schema.h"
#include "db/clickhouse/query/game_rows.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/model/move_code.h"
#include "db/model/posting.h"
#include "lib/base/threads.h"
#include "lib/chess/position_key.h"
#include "lib/tags/person_name.h"

namespace arbiter::clickhouse {
namespace {

// The number of batches counted by one query.
constexpr std::size_t kBatchesAtOnce = 40;
constexpr std::size_t kShownSources = 5;  // maximum number of displayed sources of a damaged batch

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

// Returns the names of the batch's source files.
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
  std::set<std::uint64_t> damaged;  // ids of damaged batches

  // Adds the batches that contain these games.
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

// Compares the ledger of a shard with its tables. Returns the number of games in its batches,
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
                 fmt::format("shard {}: {} ({}) has {} rows in {} (expected {})", shard + 1,
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

// Checks that the ids and the folded forms match the names.
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

// The query for differences between stored sums and the totals of their positions, by key and move.
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
    log.report(
        IntegrityPart::Sums,
        fmt::format("shard {}: the totals of position {:016x}, move {}, do not match its games",
                    shard + 1, key, rows.u16()));
  });
}

constexpr std::string_view kDeleted =
    "SELECT uniqExact(game) FROM dead WHERE deletion IN"
    " (SELECT batch FROM batches GROUP BY batch HAVING max(state) = 2)";

// Returns a query for the number of deleted games. Games of batches that were given up after the
// deletion do not count.
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
  // If other programs have written, the counts belong to different snapshots.
  if (session.is_current()) compare_games(counts, log);
  imports.add_damaged(log.games());
  ClusterCheck check{.totals = log.totals(), .damaged = {}};
  for (LedgerBatch& batch : imports.batches) {
    if (imports.damaged.contains(batch.batch)) check.damaged.push_back(std::move(batch));
  }
  return check;
}

namespace {

// The number of games whose positions are totalled by one query, and the number of games read by
// one query.
constexpr std::uint64_t kSummedAtOnce = 1'000'000;
constexpr std::uint64_t kReadAtOnce = 5'000;

// An order-independent total over the positions of a game.
struct PostingTotal {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;

  bool operator==(const PostingTotal&) const = default;
};
using Totals = std::unordered_map<GameId, PostingTotal>;

constexpr std::uint64_t kMoveFactor = 0x9e3779b97f4a7c15;
constexpr std::uint64_t kFactsFactor = 0xc2b2ae3d27d4eb4f;

// The SQL expression of a PostingTotal.
constexpr std::string_view kTotals =
    "SELECT game, count(), sum(key * (toUInt64(ply) * 2 + 1) + toUInt64(move) * {} +"
    " (toUInt64(result) + bitShiftLeft(toUInt64(white_elo), 2) + bitShiftLeft(toUInt64(black_elo),"
    " 18) + bitShiftLeft(toUInt64(year), 34)) * {}) FROM positions WHERE {}{} GROUP BY game";

std::uint64_t facts_of(const GameDraft& game) {
  return number_of(game.result) | std::uint64_t{game.white_elo} << 2 |
         std::uint64_t{game.black_elo} << 18 | std::uint64_t{game.date / 10000} << 34;
}

struct Fault {
  IntegrityPart part;
  std::string what;
  GameId game;
};

// The findings and counts of a range of games.
struct Looked {
  std::vector<Fault> faults;
  GamesByShard games;
  std::uint64_t plies = 0;
  std::uint64_t texts = 0;
  std::uint64_t findings = 0;
};

class Replay {
 public:
  explicit Replay(std::optional<std::uint32_t> index_plies) : index_plies_(index_plies) {}

  // Returns the problem of the game, or an empty string.
  std::string run(const GameRow& row) {
    total_ = {};
    const auto first = parse_start(std::string(row.start));
    if (!first) return "its initial position cannot be played";
    moves_.clear();
    Position position(*first);
    const std::span<const std::uint8_t> bytes(
        reinterpret_cast<const std::uint8_t*>(row.moves.data()), row.moves.size());
    if (!unpack_moves(bytes, position, moves_)) return "its moves cannot be played";
    if (moves_.size() != row.draft.plies) {
      return fmt::format("it has {} half-moves instead of {}", moves_.size(), row.draft.plies);
    }
    add_positions(position, facts_of(row.draft));
    return {};
  }

  const PostingTotal& total() const { return total_; }
  std::uint64_t moves_hash() const { return hash_; }

 private:
  void add_positions(Position position, std::uint64_t facts) {
    seen_.clear();
    MovesHash hash(position.key());
    for (std::size_t ply = 0;; ++ply) {
      const std::uint16_t next = ply < moves_.size() ? moves_[ply].bits() : std::uint16_t{0};
      const bool is_indexed = !index_plies_ || ply <= *index_plies_;
      if (is_indexed && seen_.insert(static_cast<std::uint64_t>(position.key())).second) {
        ++total_.count;
        total_.sum += static_cast<std::uint64_t>(position.key()) * (ply * 2 + 1) +
                      posting_move(next) * kMoveFactor + facts * kFactsFactor;
      }
      if (ply == moves_.size()) break;
      hash.add(code_of(moves_[ply]));
      position.play(moves_[ply]);
    }
    hash_ = hash.value();
  }

  std::optional<std::uint32_t> index_plies_;
  std::vector<Move> moves_;
  std::unordered_set<std::uint64_t> seen_;
  PostingTotal total_;
  std::uint64_t hash_ = 0;
};

// Checks ranges of games, on one thread.
class Looker {
 public:
  Looker(QuerySession& session, const Totals& totals)
      : session_(session), replay_(session.index_plies()), totals_(totals) {}

  Looked look(const Stretch& stretch) {
    Looked looked;
    for (const unsigned shard : stretch.shards) {
      const Answer answer = session_.ask(
          shard, fmt::format("SELECT moves_hash, {} FROM games WHERE {}{}",
                             row_columns({.moves = true, .record = true, .findings = true}),
                             within(stretch), kSeenGames));
      std::vector<GameRow> rows;
      std::vector<std::uint64_t> hashes;
      for (RowReader reader(answer); reader.begin_row();) {
        hashes.push_back(reader.u64());
        rows.push_back(read_row(reader));
      }
      looked.games[shard] += rows.size();
      NameTexts names(session_);
      names.learn(shard, rows);
      for (std::size_t i = 0; i < rows.size(); ++i) look_at(rows[i], hashes[i], names, looked);
    }
    return looked;
  }

 private:
  void look_at(const GameRow& row, std::uint64_t hash, const NameTexts& names, Looked& looked) {
    looked.texts += row.record.empty() ? 0 : 1;
    looked.findings += row.findings.size();
    const auto report = [&](IntegrityPart part, std::string what) {
      looked.faults.push_back({part, std::move(what), row.id});
    };
    if (!is_readable(row, names)) report(IntegrityPart::Texts, "its tags cannot be read");
    const bool is_unchecked = (row.draft.flags & kUnchecked) != 0;
    if (is_unchecked) return;
    if (std::string fault = replay_.run(row); !fault.empty()) {
      return report(IntegrityPart::Games, std::move(fault));
    }
    looked.plies += row.draft.plies;
    if (replay_.moves_hash() != hash) {
      report(IntegrityPart::Columns, "the hash of its moves does not match");
    }
    const auto total = totals_.find(row.id);
    const PostingTotal found = total == totals_.end() ? PostingTotal() : total->second;
    if (found.count != replay_.total().count) {
      report(IntegrityPart::Index, fmt::format("{} of its {} positions are in the index",
                                               found.count, replay_.total().count));
    } else if (found != replay_.total()) {
      report(IntegrityPart::Index, "its positions differ from those in the index");
    }
  }

  static bool is_readable(const GameRow& row, const NameTexts& names) {
    if (row.record.empty()) return true;
    const GameView view = view_of(row, names, {});
    return RecordReader(row.record, view).skip_tags();
  }

  QuerySession& session_;
  Replay replay_;
  const Totals& totals_;
};

Totals read_totals(QuerySession& session, const Stretch& stretch, CheckLog& log) {
  Totals totals;
  const auto sql = fmt::format(kTotals, kMoveFactor, kFactsFactor, within(stretch), kSeenGames);
  for_each_row(session.ask_all(sql), [&](RowReader& rows) {
    const GameId game{rows.i64()};
    const std::uint64_t count = rows.u64();
    totals[game] = {count, rows.u64()};
    log.totals().postings += count;
  });
  return totals;
}

void add(const Looked& looked, GamesByShard& games, CheckLog& log) {
  IntegrityTotals& totals = log.totals();
  for (const auto& [shard, count] : looked.games) {
    games[shard] += count;
    totals.games += count;
  }
  totals.plies += looked.plies;
  totals.texts += looked.texts;
  totals.findings += looked.findings;
  for (const Fault& fault : looked.faults) log.report(fault.part, fault.what, fault.game);
  log.progress();
}

}  // namespace

GamesByShard check_games(QuerySession& session, unsigned jobs, CheckLog& log) {
  GamesByShard games;
  const auto all = [](unsigned) { return std::string("1"); };
  for (const Stretch& large : stretches(session, all, kSummedAtOnce)) {
    const Totals totals = read_totals(session, large, log);
    const std::vector<Stretch> small = stretches(
        session, [&](unsigned) { return within(large); }, kReadAtOnce);
    std::vector<Looker> lookers(std::max(jobs, 1U), Looker(session, totals));
    std::size_t next = 0;
    run_in_order(
        jobs,
        [&]() -> std::optional<Stretch> {
          return next < small.size() ? std::optional(small[next++]) : std::nullopt;
        },
        [&](unsigned job, const Stretch& stretch) { return lookers[job].look(stretch); },
        [&](const Looked& looked) { add(looked, games, log); });
  }
  return games;
}

}  // namespace arbiter::clickhouse
