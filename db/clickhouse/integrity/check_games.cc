#include "db/clickhouse/integrity/check_games.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "db/clickhouse/query/game_rows.h"
#include "db/clickhouse/query/stretches.h"
#include "db/model/move_code.h"
#include "db/model/posting.h"
#include "lib/base/threads.h"
#include "lib/chess/position_key.h"

namespace arbiter::clickhouse {
namespace {

// The numbers of games whose positions are summed up, and that are read, at once.
constexpr std::uint64_t kSummedAtOnce = 1'000'000;
constexpr std::uint64_t kReadAtOnce = 5'000;

// The sum of the positions of a game, independent of their order.
struct PostingTotal {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;

  bool operator==(const PostingTotal&) const = default;
};
using Totals = std::unordered_map<GameId, PostingTotal>;

constexpr std::uint64_t kMoveFactor = 0x9e3779b97f4a7c15;
constexpr std::uint64_t kFactsFactor = 0xc2b2ae3d27d4eb4f;

// PostingTotal in SQL.
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

// The result for a stretch of games.
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

  // Returns the fault of the game, or an empty text.
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

// Checks stretches, on one thread.
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
      report(IntegrityPart::Index, "its positions are not those of the index");
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
