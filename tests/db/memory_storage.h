// A slow but obviously correct storage, to verify the real one.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "db/model/storage.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Games in memory, in insertion order. Every query scans all of them, and replays them for
// positions.
class MemoryStorage final : public Storage {
 public:
  FoundGames games(const FindQuery& query) override;
  FoundGames stream(const FindQuery& query, const GameStream& stream) override;
  TreeNode tree(const TreeQuery& query) override;
  Totals totals(const GameFilter& filter) override;
  std::vector<StatisticsRow> groups(const GameFilter& filter, GroupBy by) override;
  std::vector<std::string> players(const AcceptsName& accepts) override;
  std::vector<ReadCount> reads() override { return {}; }
  std::optional<std::uint32_t> index_plies() override { return std::nullopt; }

  SourceRecords sources() override;
  std::vector<SourceContents> source_contents() override;
  SourceId add_source(const SourceFile& file) override;
  void reopen_source(SourceId source, const SourceFile& file) override;
  GameId append(DraftBatch& batch, std::span<const SourceMark> marks) override;
  std::unique_ptr<SourceReplacement> replace(const ReplacedSource& replaced) override;
  std::vector<bool> find_duplicates(const DraftBatch& batch) override;
  Erasure erase(const GameFilter& filter, EraseLimit limit) override;
  bool erase(const ChosenGames& chosen) override;
  Erasure forget(std::span<const SourceId> sources, EraseLimit limit) override;
  IntegrityTotals check(const IntegrityOptions& options, IntegrityListener& listener) override;

 private:
  class Replacement;

  struct Game {
    StoredGame game;
    DraftBatch draft;  // batch with this game only
    SourceId source{};
    bool is_erased = false;
  };
  using GameList = std::vector<const Game*>;

  static const GameDraft& draft_of(const Game& game) { return game.draft.games.front(); }
  static GameView view_in(const Game& game);
  GameList fitting(const GameFilter& filter) const;
  // Returns the side whose results count for a game.
  static Color side_of(const Game& game, const GameFilter& filter);
  static Outcome result_for(const StoredGame& game, Color side);
  Erasure erase(const GameList& games, EraseLimit limit);
  void add(const DraftBatch& batch, std::size_t number, SourceRecord& source);
  // Returns the number of a name, counting from 1 in order of appearance; 0 without a name.
  std::uint64_t number_of_name(const std::string& table, const std::string& name);
  // Returns the key of a game's group: its rank among the groups, and its name.
  std::pair<std::uint64_t, std::string> group_of(const Game& game, GroupBy by);
  std::vector<StatisticsRow> openings(const GameFilter& filter, GroupBy by);

  std::vector<Game> games_;
  std::vector<SourceRecord> sources_;
  std::set<SourceId> forgotten_;
  std::map<std::string, std::vector<std::string>> names_;  // names by table
};

}  // namespace arbiter::testing
