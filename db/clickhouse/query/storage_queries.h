// The queries of a store as queries to a cluster. Storage describes each of them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "db/clickhouse/cluster/query_session.h"
#include "db/model/storage.h"

namespace arbiter::clickhouse {

// Each shard returns its first offset + limit games with their sort values, 20 to 60 bytes each.
// The listed games are replayed to the position.
FoundGames find_games(QuerySession& session, const FindQuery& query, unsigned jobs);

// Replays the games to the position. All games of a filter in SQL are queried by ranges
// of ids, so that only the batches on their way are in memory. Otherwise each listed game takes 24
// bytes. At most `stream.jobs` batches are on their way.
FoundGames stream_games(QuerySession& session, const FindQuery& query, const GameStream& stream);

// A tree of one level needs one round of queries; a deeper one needs a round for each level.
TreeNode tree_of(QuerySession& session, const TreeQuery& query, unsigned jobs);

// Each shard counts its games. Names are returned as numbers, 8 bytes for each name of a portion.
Totals totals_of(QuerySession& session, const GameFilter& filter, unsigned jobs);

// Reads the names of all players.
std::vector<std::string> player_names(QuerySession& session, const Storage::AcceptsName& accepts);

// Each shard counts its groups. Groups of very many names are counted in portions (NamePortions).
struct GroupQuery {
  GroupBy by = GroupBy::Player;
  std::optional<std::uint64_t> limit = {};  // of groups of names: the largest
  unsigned jobs = 1;
};
std::vector<StatisticsRow> groups_of(QuerySession& session, const GameFilter& filter,
                                     const GroupQuery& query);

// Each shard reads the hash of every game, about 1 ns each, and returns the first 64 games with the
// hash of a draft. For games with few moves it returns those with the players of a draft.
std::vector<bool> find_duplicates(QuerySession& session, const DraftBatch& batch);

// Returns the contents in the order of `records`. Reads a few columns of all games.
std::vector<SourceContents> contents_of(QuerySession& session, std::vector<SourceRecord> records);

}  // namespace arbiter::clickhouse
