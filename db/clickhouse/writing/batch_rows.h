// The games and names of a batch as rows of the tables `games` and `names`.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "db/clickhouse/cluster/name_id.h"
#include "db/clickhouse/wire/native_block.h"
#include "db/model/game_draft.h"
#include "db/model/source.h"

namespace arbiter::clickhouse {

// Returns a hash of everything that a batch adds, and of its marks. It does not depend on the time
// and the program.
std::uint64_t content_of(const DraftBatch& batch, std::span<const SourceMark> marks);

// Returns the rows of games. `numbers` and `sources` have the id and the source of each.
NativeBlock games_block(const DraftBatch& batch, std::span<const std::uint64_t> numbers,
                        std::span<const SourceId> sources);

// The names that this program has sent to a shard.
class SentNames {
 public:
  // Returns false if the name was added before.
  bool add(NameKind kind, std::uint64_t id);
  void forget() { known_.clear(); }

 private:
  std::unordered_set<std::uint64_t> known_;
};

// A row of `names`.
struct NameRow {
  NameKind kind{};
  std::uint64_t id = 0;
  std::string_view name;  // in the batch or in static storage
};

// Returns the names of the batch that `sent` lacks, and adds them to it.
std::vector<NameRow> new_names(const DraftBatch& batch, SentNames& sent);
// Returns the rows, and one more without a kind and a name, with the id.
NativeBlock names_block(std::span<const NameRow> names, std::uint64_t id);

}  // namespace arbiter::clickhouse
