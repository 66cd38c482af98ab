// The queries of Storage, implemented for a cluster. The contracts are those of Storage.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "db/clickhouse/cluster/query_session.h"
#include "db/clickhouse/query/selection.h"
#include "db/model/game_statistics.h"
#include "db/model/storage.h"

namespace arbiter::clickhouse {

// Finds games. Each shard returns its first offset + limit games with their sort values, 20 to 60
// bytes each. The games on the page are replayed to the position.
FoundGames find_games(QuerySession& session, const FindQuery& query, unsigned jobs);

// Streams games, which are replayed to the position. If SQL can express the filter, games are
// queried by id range, so that only the batches in progress are in memory. Otherwise each listed
// game takes 24 bytes. At most `stream.jobs` batches are in progress.
FoundGames stream_games(QuerySession& session, const FindQuery& query, const GameStream& stream);

// Returns a tree, with one round of queries per level.
TreeNode tree_of(QuerySession& session, const TreeQuery& query, unsigned jobs);

// Returns the totals of the selected games, counted by each shard. Shards return name ids, 8 bytes
// for each name of a portion.
Totals totals_of(QuerySession& session, const GameFilter& filter, unsigned jobs);

// Returns the accepted player names. Reads all player names.
std::vector<std::string> player_names(QuerySession& session, const Storage::AcceptsName& accepts);

// A query for groups, counted by each shard. Very many names are counted in portions
// (NamePortions).
struct GroupQuery {
  GroupBy by = GroupBy::Player;
  std::optional<std::uint64_t> limit = {};  // maximum number of name groups, the largest first
  unsigned jobs = 1;
};
std::vector<StatisticsRow> groups_of(QuerySession& session, const GameFilter& filter,
                                     const GroupQuery& query);

// Returns whether each draft has a duplicate in the cluster. Each shard scans the hashes of all
// games, at about 1 ns each, and returns the first 64 games with the hash of a draft. For games
// with few moves, it returns only those with the players of a draft.
std::vector<bool> find_duplicates(QuerySession& session, const DraftBatch& batch);

// Returns the contents of the sources, in the order of `records`. Reads a few columns of all games.
std::vector<SourceContents> contents_of(QuerySession& session, std::vector<SourceRecord> records);

// A grouping by names. Spellings with the same name_key() form one group, under the most frequent
// spelling, or the alphabetically first of these. With GroupBy::Player, a game between two
// spellings of one name counts once, for White.
struct NameGrouping {
  GroupBy by = GroupBy::Player;
  // If set, only this many largest groups are returned, and the group without a name.
  std::optional<std::uint64_t> limit = {};
  std::uint64_t names_at_once = kNamesAtOnce;
};
std::vector<StatisticsRow> name_groups(QuerySession& session, const CountedGames& games,
                                       const NameGrouping& grouping);

}  // namespace arbiter::clickhouse
