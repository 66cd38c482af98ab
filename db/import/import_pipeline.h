// From arguments to batches, on several threads, while the caller writes.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "db/import/import_batch.h"
#include "db/import/import_feed.h"
#include "db/import/import_listener.h"
#include "db/import/import_options.h"

namespace arbiter {

// What was read, whatever became of it.
struct PipelineTotals {
  std::uint64_t sources = 0;
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;
  std::uint64_t games = 0;
  std::uint64_t illegal = 0;   // left out
  std::uint64_t unwanted = 0;  // left out
  std::uint64_t lines_between = 0;
  bool was_stopped = false;
  std::optional<RefusedGame> refused;
};

// Each of its threads reads a chunk, one of them at a time, drafts it, and puts what is next
// in the order of the text into the batch. While a batch is being written the next one is
// gathered, and no third: memory is bounded by two batches and a few chunks.
class ImportPipeline {
 public:
  struct Config {
    const ImportOptions& options;
    std::optional<std::uint32_t> index_plies;
    BatchLimits limits;
  };
  ImportPipeline(ImportFeed& feed, const Config& config, ImportListener& listener);
  // Gives up what is on its way.
  ~ImportPipeline();

  // The next batch, never empty. It lives until the next call. Null at the end. Throws what a
  // thread has thrown, once everything before that was handed out.
  ImportBatch* next();

  // After the end.
  const PipelineTotals& totals() const { return totals_; }

 private:
  using ChunkPointer = std::unique_ptr<ImportChunk>;

  void work(const Config& config);
  void run(const Config& config);
  ChunkPointer read();
  ChunkPointer empty_chunk();
  bool deliver_part(ImportChunk& chunk);
  void deliver(ChunkPointer chunk);
  void gather(ImportChunk& chunk);
  void count(const ImportChunk& chunk);
  void hand_over();
  void stop();

  ImportListener& listener_;

  std::mutex feed_mutex_;
  ImportFeed& feed_;
  std::uint64_t chunks_read_ = 0;
  bool has_read_all_ = false;

  // For the one thread that gathers.
  BatchGatherer gatherer_;
  PipelineTotals totals_;
  const ImportSource* last_source_ = nullptr;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<ChunkPointer> spare_;
  std::size_t chunks_left_;                        // that may still be on their way
  std::map<std::uint64_t, ChunkPointer> drafted_;  // by number
  std::uint64_t gathered_ = 0;                     // chunks
  bool is_gathering_ = false;
  ImportBatch handed_;
  enum class Handed { Nothing, Ready, Taken } state_ = Handed::Nothing;
  bool is_stopping_ = false;      // no more is read
  bool is_given_up_ = false;      // nobody takes batches any more
  bool was_interrupted_ = false;  // while waiting for input
  std::exception_ptr failure_;
  unsigned running_ = 0;

  std::vector<std::jthread> threads_;
};

}  // namespace arbiter
