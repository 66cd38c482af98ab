#include "db/clickhouse/query/duplicates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "db/clickhouse/cluster/name_id.h"
#include "db/clickhouse/query/game_rows.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/model/column_values.h"
#include "db/model/same_game.h"
#include "lib/tags/person_name.h"

namespace arbiter::clickhouse {
namespace {

// So many games with the hash of a draft are compared with it, the first ones.
constexpr std::size_t kMostCandidates = 64;

constexpr std::string_view kLongGames =
    "SELECT moves_hash, {} FROM games WHERE {} AND plies >= {}{} ORDER BY game"
    " LIMIT {} BY moves_hash";

constexpr std::string_view kShortGames =
    "SELECT moves_hash, {} FROM games WHERE {} AND plies < {} AND white IN (SELECT id FROM names"
    " WHERE kind = 1 AND {}) AND black IN (SELECT id FROM names WHERE kind = 1 AND {}){}"
    " ORDER BY game LIMIT {} BY moves_hash, white, black";

// What duplicates have in common; of games with few moves also their players.
struct Identity {
  std::uint64_t moves_hash = 0;
  std::string white = {};  // folded
  std::string black = {};

  auto operator<=>(const Identity&) const = default;
};

Identity identity_of(std::uint64_t moves_hash, const GameIdentity& claims) {
  if (claims.plies >= kMinDistinctPlies) return {moves_hash};
  return {moves_hash, folded_name(claims.white), folded_name(claims.black)};
}

// A game of the cluster that may be that of a draft.
struct Candidate {
  GameId id{};
  std::string white, black;
  std::uint32_t date = 0;
  Outcome result = Outcome::Unknown;
  std::uint16_t plies = 0;
  std::string start, moves, record;
};

class Search {
 public:
  Search(Inquiry& inquiry, const DraftBatch& batch) : inquiry_(inquiry), batch_(batch) {
    for (const GameDraft& draft : batch.games) {
      identities_.push_back(identity_of(draft.moves_hash, identity_in(batch, draft)));
      needs_records_ = needs_records_ || !is_replayed(draft);
    }
  }

  std::vector<bool> run() {
    ask_long_games();
    ask_short_games();
    std::vector<bool> are_duplicates;
    std::map<Identity, std::vector<const GameDraft*>> earlier;
    for (std::size_t i = 0; i < batch_.games.size(); ++i) {
      const GameDraft& draft = batch_.games[i];
      std::vector<const GameDraft*>& same = earlier[identities_[i]];
      are_duplicates.push_back(is_stored(draft, identities_[i]) || is_among(draft, same));
      if (same.size() < kMostCandidates) same.push_back(&draft);
    }
    return are_duplicates;
  }

 private:
  std::vector<std::uint64_t> hashes(bool (*is_meant)(const GameDraft&)) const {
    std::vector<std::uint64_t> hashes;
    for (const GameDraft& draft : batch_.games) {
      if (is_meant(draft)) hashes.push_back(draft.moves_hash);
    }
    return hashes;
  }

  RowParts parts() const { return {.moves = true, .record = needs_records_}; }

  void ask_long_games() {
    const auto is_long = [](const GameDraft& draft) { return draft.plies >= kMinDistinctPlies; };
    const std::vector<std::uint64_t> long_ones = hashes(is_long);
    if (long_ones.empty()) return;
    ask(fmt::format(kLongGames, row_columns(parts()), in_list("moves_hash", long_ones),
                    kMinDistinctPlies, kSeenGames, kMostCandidates));
  }

  void ask_short_games() {
    std::vector<std::uint64_t> white;
    std::vector<std::uint64_t> black;
    for (std::size_t i = 0; i < batch_.games.size(); ++i) {
      if (batch_.games[i].plies >= kMinDistinctPlies) continue;
      white.push_back(name_id(identities_[i].white));
      black.push_back(name_id(identities_[i].black));
    }
    if (white.empty()) return;
    const auto is_short = [](const GameDraft& draft) { return draft.plies < kMinDistinctPlies; };
    ask(fmt::format(kShortGames, row_columns(parts()), in_list("moves_hash", hashes(is_short)),
                    kMinDistinctPlies, in_list("folded_id", white), in_list("folded_id", black),
                    kSeenGames, kMostCandidates));
  }

  void ask(const std::string& sql) {
    for (const ShardAnswer& one : inquiry_.ask_all(sql)) {
      std::vector<GameRow> games;
      std::vector<std::uint64_t> hashes;
      for (RowReader rows(one.answer.bytes); !rows.is_at_end();) {
        hashes.push_back(rows.u64());
        games.push_back(read_row(rows));
      }
      NameTexts names(inquiry_);
      names.learn(one.shard, games);
      for (std::size_t i = 0; i < games.size(); ++i) add(hashes[i], games[i], names);
    }
  }

  void add(std::uint64_t hash, const GameRow& row, const NameTexts& names) {
    Candidate candidate{.id = row.id,
                        .white = names[row.white],
                        .black = names[row.black],
                        .date = row.date,
                        .result = outcome_of(row.result),
                        .plies = row.plies,
                        .start = std::string(row.start),
                        .moves = std::string(row.moves),
                        .record = std::string(row.record)};
    const Identity identity = identity_of(hash, claims_of(candidate));
    stored_[identity].push_back(std::move(candidate));
  }

  static GameIdentity claims_of(const Candidate& candidate) {
    return {.white = candidate.white,
            .black = candidate.black,
            .date = candidate.date,
            .result = candidate.result,
            .plies = candidate.plies};
  }

  bool is_stored(const GameDraft& draft, const Identity& identity) {
    const auto found = stored_.find(identity);
    if (found == stored_.end()) return false;
    std::vector<Candidate>& games = found->second;
    std::ranges::sort(games, {}, &Candidate::id);
    if (games.size() > kMostCandidates) games.resize(kMostCandidates);
    return std::ranges::any_of(games, [&](const Candidate& game) {
      return batch_.text(draft.start) == game.start && batch_.text(draft.moves) == game.moves &&
             may_be_same(identity_in(batch_, draft), claims_of(game)) &&
             (is_replayed(draft) || batch_.text(draft.record) == game.record);
    });
  }

  bool is_among(const GameDraft& draft, const std::vector<const GameDraft*>& earlier) const {
    return std::ranges::any_of(earlier, [&](const GameDraft* other) {
      return have_same_moves(batch_, draft, *other) &&
             may_be_same(identity_in(batch_, draft), identity_in(batch_, *other));
    });
  }

  Inquiry& inquiry_;
  const DraftBatch& batch_;
  bool needs_records_ = false;
  std::vector<Identity> identities_;  // of the drafts
  std::map<Identity, std::vector<Candidate>> stored_;
};

}  // namespace

std::vector<bool> find_duplicates(Inquiry& inquiry, const DraftBatch& batch) {
  return Search(inquiry, batch).run();
}

}  // namespace arbiter::clickhouse
