// Stretches of sources put together to batches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "db/import/import_chunk.h"
#include "db/import/import_feed.h"
#include "db/model/draft_editing.h"
#include "db/model/game_draft.h"

namespace arbiter {

// The games of one source in a batch.
struct BatchPart {
  ImportSource* source;
  // How far the source was read. Its number and its count of games come when the batch is added.
  SourceMark mark;
};

struct BatchLimits {
  std::size_t games = 65'536;
  std::size_t memory = std::size_t{128} << 20;  // may be passed by one chunk
};

struct ImportBatch {
  // Has room for a batch of any kind, so that it need not move, and hold all twice, to grow.
  explicit ImportBatch(const BatchLimits& limits);

  DraftBatch drafts;
  std::vector<BatchPart> parts;  // in the order of their games

  bool is_empty() const { return parts.empty(); }
  // Keeps storage that was used once for the next batch, unless it is more than one batch needs.
  void clear();

 private:
  void reserve();

  BatchLimits limits_;
  BatchSize most_;  // that was in use since reserve()
};

// Puts chunks, in their order, into one batch after another.
class BatchGatherer {
 public:
  explicit BatchGatherer(const BatchLimits& limits) : limits_(limits), batch_(limits) {}

  // Takes over what the chunk has, and puts its lines right. False: the batch is full,
  // and the chunk has to come again, for the next one.
  bool add(ImportChunk& chunk);

  // Whether there is no room for more.
  bool is_full() const;
  ImportBatch& batch() { return batch_; }

 private:
  void begin(ImportChunk& chunk);
  std::size_t games_to_take(const ImportChunk& chunk) const;
  void take_games(const ImportChunk& chunk, std::size_t count);
  void advance(const ImportChunk& chunk, std::size_t end);
  BatchPart& part_of(const ImportChunk& chunk);

  BatchLimits limits_;
  ImportBatch batch_;
  // Of the present chunk.
  bool has_begun_ = false;
  std::size_t games_ = 0;  // taken
  std::size_t end_ = 0;    // of the text that was taken
};

}  // namespace arbiter
