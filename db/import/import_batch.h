// Batches of an import.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "db/import/import_feed.h"
#include "db/model/game_draft.h"

namespace arbiter {

// The games of one source in a batch.
struct BatchPart {
  ImportSource* source;
  SourceMark mark;  // its id and count of games are set when the batch is written
};

// A batch, whose memory is reused for the next one.
struct ImportBatch {
  // Reserves memory for a batch of any kind, because growth would need a second copy.
  explicit ImportBatch(const BatchLimits& limits);

  DraftBatch drafts;
  std::vector<BatchPart> parts;  // in the order of their games

  bool is_empty() const { return parts.empty(); }
  // Returns whether the batch has reached its limits.
  bool is_full() const;
  // Keeps the storage that was used, unless it is more than one batch needs.
  void clear();
  // Returns the part of the source, which is the last one. A new part starts at the source's mark,
  // with this fingerprint.
  BatchPart& part_of(ImportSource& source, std::uint64_t fingerprint);

 private:
  void reserve();

  BatchLimits limits_;
  BatchSize max_;  // the storage that was used since reserve()
};

// Reads the batches of an import.
class BatchFeed {
 public:
  virtual ~BatchFeed() = default;

  // Returns the next batch, which is not empty and valid until the next call, or null at the end.
  // Throws IoError if a file cannot be read or a database is damaged, after all batches before.
  virtual ImportBatch* next() = 0;

  // The counts of what was read but not added. Complete after the end.
  virtual const ImportEnd& totals() const = 0;
};

// Combines chunks, in their order, to batches.
class BatchGatherer {
 public:
  explicit BatchGatherer(const BatchLimits& limits) : limits_(limits), batch_(limits) {}

  // Adds a chunk, and completes its line numbers. Returns false if the batch is full; then the same
  // chunk must be added to the next batch.
  bool add(ImportChunk& chunk);

  bool is_full() const { return batch_.is_full(); }
  ImportBatch& batch() { return batch_; }

 private:
  void begin(ImportChunk& chunk);
  std::size_t games_to_take(const ImportChunk& chunk) const;
  void take_games(const ImportChunk& chunk, std::size_t count);
  void advance(const ImportChunk& chunk, std::size_t end);
  SourceMark& mark_of(const ImportChunk& chunk);

  BatchLimits limits_;
  ImportBatch batch_;
  // The current chunk.
  bool has_begun_ = false;
  std::size_t games_ = 0;  // taken
  std::size_t end_ = 0;    // the end of the used text
};

}  // namespace arbiter
