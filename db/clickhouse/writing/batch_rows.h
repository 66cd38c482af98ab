// The games of a batch and their names, as rows of the tables `games` and `names`.
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

// A number over everything that a batch adds, and how far its sources are read with it; nothing of
// it depends on when and by which program it is read.
std::uint64_t content_of(const DraftBatch& batch, std::span<const SourceMark> marks);

// `numbers` and `sources` have an element for each game.
NativeBlock games_block(const DraftBatch& batch, std::span<const std::uint64_t> numbers,
                        std::span<const SourceId> sources);

// Names that a shard has already, as far as this program knows.
class SentNames {
 public:
  // False: it was added before.
  bool add(NameKind kind, std::uint64_t id);
  void forget() { known_.clear(); }

 private:
  std::unordered_set<std::uint64_t> known_;
};

// A row of `names`.
struct NameRow {
  NameKind kind{};
  std::uint64_t id = 0;
  std::string_view name;  // a view into the batch, or of static storage
};

// Names of the batch that `sent` does not have yet; it has them afterwards.
std::vector<NameRow> new_names(const DraftBatch& batch, SentNames& sent);
NativeBlock names_block(std::span<const NameRow> rows);

}  // namespace arbiter::clickhouse
