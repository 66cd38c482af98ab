#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "db/clickhouse/query/game_rows.h"
#include "db/clickhouse/query/selection.h"
#include "db/clickhouse/query/storage_queries.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/model/column_values.h"
#include "db/model/game_record.h"
#include "lib/tags/person_name.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::string_view kLongGames =
    "SELECT moves_hash, {} FROM games WHERE {} AND plies >= {}{} ORDER BY game"
    " LIMIT {} BY moves_hash";

constexpr std::string_view kShortGames =
    "SELECT moves_hash, {} FROM games WHERE {} AND plies < {} AND white IN (SELECT id FROM names"
    " WHERE kind = 1 AND {}) AND black IN (SELECT id FROM names WHERE kind = 1 AND {}){}"
    " ORDER BY game LIMIT {} BY moves_hash, white, black";

// A game of the cluster that may be a duplicate.
struct Candidate {
  GameRow row;  // contains views into the responses
  std::string white, black;

  GameIdentity claims() const {
    return {.white = white,
            .black = black,
            .date = row.draft.date,
            .result = row.draft.result,
            .plies = row.draft.plies};
  }
};

// Returns the condition that a name has one of these keys, which are SQL literals.
std::string has_key_in(const std::set<std::string>& keys) {
  return fmt::format("({} IN (SELECT arrayJoin([{}])))", kNameKey, fmt::join(keys, ","));
}

bool is_long(const GameDraft& draft) { return draft.plies >= kMinDistinctPlies; }

class Search {
 public:
  Search(QuerySession& session, const DraftBatch& batch) : session_(session), batch_(batch) {
    for (const GameDraft& draft : batch.games) {
      hashes_.push_back(duplicate_hash(draft.moves_hash, identity_in(batch, draft)));
      needs_records_ = needs_records_ || !is_replayed(draft);
    }
  }

  std::vector<bool> run() {
    ask_long_games();
    ask_short_games();
    std::vector<bool> are_duplicates;
    std::unordered_map<std::uint64_t, std::vector<const GameDraft*>> earlier;
    for (std::size_t i = 0; i < batch_.games.size(); ++i) {
      const GameDraft& draft = batch_.games[i];
      std::vector<const GameDraft*>& same = earlier[hashes_[i]];
      are_duplicates.push_back(is_stored(draft, hashes_[i]) || is_among(draft, same));
      if (same.size() < kMaxCandidates) same.push_back(&draft);
    }
    return are_duplicates;
  }

 private:
  std::vector<std::uint64_t> move_hashes(bool of_long_games) const {
    std::vector<std::uint64_t> hashes;
    for (const GameDraft& draft : batch_.games) {
      if (is_long(draft) == of_long_games) hashes.push_back(draft.moves_hash);
    }
    return hashes;
  }

  RowParts parts() const { return {.moves = true, .record = needs_records_}; }

  void ask_long_games() {
    const std::vector<std::uint64_t> long_ones = move_hashes(true);
    if (long_ones.empty()) return;
    ask(fmt::format(kLongGames, row_columns(parts()), in_list("moves_hash", long_ones),
                    kMinDistinctPlies, kSeenGames, kMaxCandidates));
  }

  void ask_short_games() {
    std::set<std::string> white;
    std::set<std::string> black;
    for (const GameDraft& draft : batch_.games) {
      if (is_long(draft)) continue;
      white.insert(string_literal(name_key(folded_name(batch_.text(draft.white)))));
      black.insert(string_literal(name_key(folded_name(batch_.text(draft.black)))));
    }
    if (white.empty()) return;
    ask(fmt::format(kShortGames, row_columns(parts()), in_list("moves_hash", move_hashes(false)),
                    kMinDistinctPlies, has_key_in(white), has_key_in(black), kSeenGames,
                    kMaxCandidates));
  }

  void ask(const std::string& sql) {
    answers_.push_back(session_.ask_all(sql));
    for (const ShardAnswer& one : answers_.back()) {
      std::vector<GameRow> games;
      std::vector<std::uint64_t> hashes;
      for (RowReader rows(one.answer); rows.begin_row();) {
        hashes.push_back(rows.u64());
        games.push_back(read_row(rows));
      }
      NameTexts names(session_);
      names.learn(one.shard, games);
      for (std::size_t i = 0; i < games.size(); ++i) {
        Candidate candidate{games[i], names[games[i].names[0]], names[games[i].names[1]]};
        const std::uint64_t hash = duplicate_hash(hashes[i], candidate.claims());
        stored_[hash].push_back(std::move(candidate));
      }
    }
  }

  bool is_stored(const GameDraft& draft, std::uint64_t hash) {
    const auto found = stored_.find(hash);
    if (found == stored_.end()) return false;
    std::vector<Candidate>& games = found->second;
    std::ranges::sort(games, {}, [](const Candidate& game) { return game.row.id; });
    if (games.size() > kMaxCandidates) games.resize(kMaxCandidates);
    return std::ranges::any_of(games, [&](const Candidate& game) {
      return batch_.text(draft.start) == game.row.start &&
             batch_.text(draft.moves) == game.row.moves &&
             may_be_same(identity_in(batch_, draft), game.claims()) &&
             (is_replayed(draft) || batch_.text(draft.record) == game.row.record);
    });
  }

  bool is_among(const GameDraft& draft, const std::vector<const GameDraft*>& earlier) const {
    return std::ranges::any_of(earlier, [&](const GameDraft* other) {
      return have_same_moves(batch_, draft, *other) &&
             may_be_same(identity_in(batch_, draft), identity_in(batch_, *other));
    });
  }

  QuerySession& session_;
  const DraftBatch& batch_;
  bool needs_records_ = false;
  std::vector<std::uint64_t> hashes_;  // duplicate_hash() of each draft
  std::vector<std::vector<ShardAnswer>> answers_;
  std::unordered_map<std::uint64_t, std::vector<Candidate>> stored_;
};

}  // namespace

std::vector<bool> find_duplicates(QuerySession& session, const DraftBatch& batch) {
  return Search(session, batch).run();
}

}  // namespace arbiter::clickhouse
