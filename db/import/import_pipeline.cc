#include "db/import/import_pipeline.h"

#include <utility>

#include "db/import/chunk_drafter.h"
#include "lib/base/threads.h"
#include "lib/io/byte_source.h"

namespace arbiter {

// So many chunks for each thread that no thread waits for another one's.
constexpr std::size_t kChunksPerThread = 3;

ImportPipeline::ImportPipeline(ImportFeed& feed, const Config& config, ImportListener& listener)
    : listener_(listener),
      feed_(feed),
      gatherer_(config.limits),
      chunks_left_(kChunksPerThread * config.options.jobs),
      handed_(config.limits),
      running_(config.options.jobs) {
  threads_ = start_threads(config.options.jobs, NoThread::Throw,
                           [this, config](unsigned) { run(config); });
  const std::lock_guard lock(mutex_);
  running_ -= config.options.jobs - static_cast<unsigned>(threads_.size());
}

ImportPipeline::~ImportPipeline() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
    is_given_up_ = true;
  }
  changed_.notify_all();
}

ImportBatch* ImportPipeline::next() {
  std::unique_lock lock(mutex_);
  if (state_ == Handed::Taken) {
    handed_.clear();
    state_ = Handed::Nothing;
    changed_.notify_all();
  }
  changed_.wait(lock, [&] { return state_ == Handed::Ready || running_ == 0; });
  if (state_ == Handed::Nothing) {
    std::swap(handed_, gatherer_.batch());
    if (handed_.is_empty()) {
      if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
      totals_.was_stopped |= was_interrupted_;
      return nullptr;
    }
  }
  state_ = Handed::Taken;
  return &handed_;
}

void ImportPipeline::run(const Config& config) {
  try {
    work(config);
  } catch (const InterruptedRead&) {
    const std::lock_guard lock(mutex_);
    was_interrupted_ = true;
    is_stopping_ = true;
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    is_stopping_ = true;
  }
  {
    const std::lock_guard lock(mutex_);
    --running_;
  }
  changed_.notify_all();
}

void ImportPipeline::work(const Config& config) {
  ChunkDrafter drafter(config.options, config.index_plies);
  while (ChunkPointer chunk = read()) {
    drafter.draft(*chunk);
    while (chunk->has_more) {
      if (!deliver_part(*chunk)) return;
      drafter.draft(*chunk);
    }
    deliver(std::move(chunk));
  }
}

// Null: there is no more to read.
ImportPipeline::ChunkPointer ImportPipeline::read() {
  ChunkPointer chunk = empty_chunk();
  if (!chunk) return nullptr;
  const std::lock_guard lock(feed_mutex_);
  if (has_read_all_) return nullptr;
  has_read_all_ = true;  // if the next line throws, too
  has_read_all_ = !feed_.next(*chunk);
  if (has_read_all_) return nullptr;
  chunk->number = chunks_read_++;
  return chunk;
}

// Null: the import stops.
ImportPipeline::ChunkPointer ImportPipeline::empty_chunk() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return chunks_left_ > 0 || is_stopping_; });
  if (is_stopping_) return nullptr;
  --chunks_left_;
  if (spare_.empty()) return std::make_unique<ImportChunk>();
  ChunkPointer chunk = std::move(spare_.back());
  spare_.pop_back();
  return chunk;
}

// When all before it has been gathered. False: that will never be.
bool ImportPipeline::deliver_part(ImportChunk& chunk) {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return gathered_ == chunk.number || failure_ || is_given_up_; });
    if (gathered_ != chunk.number) return false;
  }
  gather(chunk);
  return true;
}

// Gathers all chunks that are next, unless another thread is doing that.
void ImportPipeline::deliver(ChunkPointer chunk) {
  std::unique_lock lock(mutex_);
  drafted_.emplace(chunk->number, std::move(chunk));
  if (is_gathering_) return;
  is_gathering_ = true;
  for (auto next = drafted_.find(gathered_); next != drafted_.end();
       next = drafted_.find(gathered_)) {
    ChunkPointer ready = std::move(next->second);
    drafted_.erase(next);
    lock.unlock();
    gather(*ready);
    lock.lock();
    ++gathered_;
    ++chunks_left_;
    spare_.push_back(std::move(ready));
    changed_.notify_all();
  }
  is_gathering_ = false;
}

void ImportPipeline::gather(ImportChunk& chunk) {
  if (totals_.refused) return;
  while (!gatherer_.add(chunk)) hand_over();
  count(chunk);
  if (chunk.refused) {
    totals_.refused = std::move(chunk.refused);
    totals_.refused->source = chunk.source->name;
    return stop();
  }
  chunk.progress.games = totals_.games;
  if (!listener_.on_progress(chunk.progress)) {
    totals_.was_stopped = true;
    stop();
  }
  if (gatherer_.is_full()) hand_over();
}

void ImportPipeline::count(const ImportChunk& chunk) {
  totals_.sources += chunk.source != last_source_ ? 1 : 0;
  last_source_ = chunk.source;
  totals_.bytes += chunk.end - chunk.begin;
  totals_.games += chunk.games;
  totals_.illegal += chunk.illegal;
  totals_.unwanted += chunk.unwanted;
  totals_.lines_between += chunk.lines_between;
  for (const DiagnosticCode code : chunk.findings_behind) listener_.on_file_finding(code);
  const bool is_empty = chunk.is_last_of_source() && chunk.source->mark.offset == 0;
  if (is_empty) listener_.on_file_finding(DiagnosticCode::EmptyFile);
}

// Gives the batch to the thread that writes, once it is done with the one before.
void ImportPipeline::hand_over() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return state_ == Handed::Nothing || is_given_up_; });
  std::swap(handed_, gatherer_.batch());
  gatherer_.batch().clear();
  state_ = Handed::Ready;
  changed_.notify_all();
}

void ImportPipeline::stop() {
  const std::lock_guard lock(mutex_);
  is_stopping_ = true;
  changed_.notify_all();
}

}  // namespace arbiter
