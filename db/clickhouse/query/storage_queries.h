// The queries of a Storage as queries to a cluster. The contracts are those of Storage.
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
// bytes each. The listed games are replayed to the position.
FoundGames find_games(QuerySession& session, const FindQuery& query, unsigned jobs);

// Streams games, which are replayed to the position. If SQL expresses the filter, games are queried
// by id range, so that only the batches in progress are in memory. Otherwise each listed game takes
// 24 bytes. At most `stream.jobs` batches are in progress.
FoundGames stream_games(QuerySession& session, const FindQuery& query, const GameStream& stream);

// Returns a tree. A tree of one level needs one round of queries; a deeper tree needs a round for
// each level.
TreeNode tree_of(QuerySession& session, const TreeQuery& query, unsigned jobs);

// Returns the totals of the selected games. Each shard counts its games. Names are returned as
// numbers, in 8 bytes for each name of a portion.
Totals totals_of(QuerySession& session, const GameFilter& filter, unsigned jobs);

// Returns the accepted player names. Reads the names of all players.
std::vector<std::string> player_names(QuerySession& session, const Storage::AcceptsName& accepts);

// A query for groups. Each shard counts its groups. Groups of very many names are counted in
// portions (NamePortions).
struct GroupQuery {
  GroupBy by = GroupBy::Player;
  std::optional<std::uint64_t> limit = {};  // maximum number of name groups, the largest first
  unsigned jobs = 1;
};
std::vector<StatisticsRow> groups_of(QuerySession& session, const GameFilter& filter,
                                     const GroupQuery& query);

// Returns whether each draft has a duplicate in the cluster. Each shard reads the hash of every
// game, in about 1 ns each, and returns the first 64 games with the hash of a draft. For games with
// few moves, it returns only those with the players of a draft.
std::vector<bool> find_duplicates(QuerySession& session, const DraftBatch& batch);

// Returns the contents of the sources, in the order of `records`. Reads a few columns of all games.
std::vector<SourceContents> contents_of(QuerySession& session, std::vector<SourceRecord> records);

// A grouping by names. Spellings with the same name_key() form one group, under the most frequent
// name, or the alphabetically first of these. With GroupBy::Player, a game of a person against
// himself or herself counts once, for White.
struct NameGrouping {
  GroupBy by = GroupBy::Player;
  // Limits the result to the largest groups, and the group without a name.
  std::optional<std::uint64_t> limit = {};
  std::uint64_t names_at_once = kNamesAtOnce;
};
std::vector<StatisticsRow> name_groups(QuerySession& session, const CountedGames& games,
                                       const NameGrouping& grouping);

}  // namespace arbiter::clickhouse
