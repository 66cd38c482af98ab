// The batches of an import, and their assembly from chunks.
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
  SourceMark mark;  // id and game count are set when the batch is written
};

struct ImportBatch {
  // Reserves memory for a full batch, because growing would need a second copy.
  explicit ImportBatch(const BatchLimits& limits);

  DraftBatch drafts;
  std::vector<BatchPart> parts;  // in the order of their games

  bool is_empty() const { return parts.empty(); }
  bool is_full() const;
  // Clears the batch, but keeps its memory up to the needs of one batch.
  void clear();
  // Returns the last part, which belongs to the source. Creates it if needed, starting at the
  // source's mark with this fingerprint.
  BatchPart& part_of(ImportSource& source, std::uint64_t fingerprint);

 private:
  void reserve();

  BatchLimits limits_;
  BatchSize max_;  // maximum memory used since reserve()
};

// A source of the batches of an import.
class BatchFeed {
 public:
  virtual ~BatchFeed() = default;

  // Returns the next batch, which is not empty and is valid until the next call; null at the end.
  // Throws IoError after all complete batches if a file cannot be read or a database is damaged.
  virtual ImportBatch* next() = 0;

  // Returns the counts of input that was read but not added. They are complete after the end.
  virtual const ImportEnd& totals() const = 0;
};

// A collector that assembles chunks into batches, in order.
class BatchGatherer {
 public:
  explicit BatchGatherer(const BatchLimits& limits) : limits_(limits), batch_(limits) {}

  // Adds a chunk, and completes its line numbers. Returns false if the batch is full; the same
  // chunk must then be added to the next batch.
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
  // The state of the current chunk.
  bool has_begun_ = false;
  std::size_t games_ = 0;  // number of games already taken
  std::size_t end_ = 0;    // end of the used text
};

}  // namespace arbiter
