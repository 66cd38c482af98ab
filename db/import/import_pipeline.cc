#include "db/import/import_pipeline.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "db/import/import_feed.h"
#include "lib/base/text_scan.h"
#include "lib/base/threads.h"
#include "lib/io/byte_source.h"
#include "lib/pgn/reader.h"

namespace arbiter {
namespace {

constexpr std::size_t kMaxGames = 8192;  // maximum per part of a chunk; a typical chunk has 400
constexpr std::size_t kMaxMemory = std::size_t{16} << 20;

bool is_full(const DraftBatch& drafts) {
  return drafts.games.size() >= kMaxGames || memory_of(drafts) >= kMaxMemory;
}

// The sizes of a chunk before its last game.
struct Before {
  std::size_t end = 0;
  BatchSize drafts;
  ChunkCounts counts;
};

void go_back(ImportChunk& chunk, const Before& before) {
  chunk.end = before.end;
  chunk.counts = before.counts;
  shrink(chunk.drafts, before.drafts);
  chunk.game_ends.resize(before.drafts.games);
}

std::string value_of(const PgnGame& game, KnownTag known) {
  const PgnTag* tag = game.tag(known);
  return std::string(tag == nullptr ? "" : tag->value);
}

// The number of chunks per thread, sufficient to keep threads from waiting for each other.
constexpr std::size_t kChunksPerThread = 3;

// A pipeline in which each thread reads a chunk and drafts it. It then adds the chunks that are
// next in order to the batch. One thread reads at a time. While one batch is written, only one
// other is gathered, so memory is limited to two batches and a few chunks. If the system cannot
// start a thread, next() does the work.
class ImportPipeline final : public BatchFeed {
 public:
  ImportPipeline(std::vector<std::string> paths, const ImportPlan& plan, ImportListener& listener)
      : plan_(plan),
        listener_(listener),
        feed_(open_inputs(std::move(paths), plan, listener)),
        gatherer_(plan.limits),
        chunks_left_(kChunksPerThread * plan.options.jobs),
        handed_(plan.limits),
        running_(plan.options.jobs) {
    threads_ = start_threads(plan.options.jobs, [this](unsigned) {
      Drafting drafting(plan_);
      while (advance(drafting)) {
      }
    });
    const std::lock_guard lock(mutex_);
    if (threads_.empty()) alone_ = std::make_unique<Drafting>(plan_);
    running_ -= plan.options.jobs - static_cast<unsigned>(threads_.size()) - (alone_ ? 1 : 0);
  }

  // Discards all unfinished chunks and batches.
  ~ImportPipeline() override {
    {
      const std::lock_guard lock(mutex_);
      is_stopping_ = true;
      is_abandoned_ = true;
    }
    changed_.notify_all();
  }

  ImportBatch* next() override {
    std::unique_lock lock(mutex_);
    if (state_ == Handed::Taken) {
      handed_.clear();
      state_ = Handed::Nothing;
      changed_.notify_all();
    }
    if (!waiting_.empty()) {
      handed_ = std::move(waiting_.front());
      waiting_.pop_front();
      state_ = Handed::Ready;
    }
    while (alone_ && state_ == Handed::Nothing && running_ > 0) {
      lock.unlock();
      advance(*alone_);
      lock.lock();
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

  const ImportEnd& totals() const override { return totals_; }

 private:
  using ChunkPointer = std::unique_ptr<ImportChunk>;

  struct Drafting {
    explicit Drafting(const ImportPlan& plan) : drafter(plan.options, plan.index_plies) {}

    ChunkDrafter drafter;
    ChunkPointer chunk;  // chunk with a next part to draft, or null
  };

  // Drafts the next chunk, or the next part of one. Returns false at the end, or if the import
  // stops.
  bool draft_next(Drafting& drafting) {
    ChunkPointer& chunk = drafting.chunk;
    if (!chunk) chunk = read();
    if (!chunk) return false;
    drafting.drafter.draft(*chunk);
    if (chunk->has_more) return deliver_part(*chunk);
    deliver(std::move(chunk));
    return true;
  }

  // Calls draft_next(). Records failures, and the end of the thread's work.
  bool advance(Drafting& drafting) {
    try {
      if (draft_next(drafting)) return true;
    } catch (const Interrupted&) {
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
    return false;
  }

  // Returns the next chunk; null at the end, or if the import stops.
  ChunkPointer read() {
    ChunkPointer chunk = empty_chunk();
    if (!chunk) return nullptr;
    const std::lock_guard lock(feed_mutex_);
    if (has_read_all_) return nullptr;
    has_read_all_ = true;  // even if next() throws
    has_read_all_ = !feed_->next(*chunk);
    if (has_read_all_) return nullptr;
    chunk->number = chunks_read_++;
    return chunk;
  }

  // Returns a chunk to be filled, or null if the import stops.
  ChunkPointer empty_chunk() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return chunks_left_ > 0 || is_stopping_; });
    if (is_stopping_) return nullptr;
    --chunks_left_;
    if (spare_.empty()) return std::make_unique<ImportChunk>();
    ChunkPointer chunk = std::move(spare_.back());
    spare_.pop_back();
    return chunk;
  }

  // Gathers a part of a chunk, after all earlier chunks. Returns false if the import ends before
  // that.
  bool deliver_part(ImportChunk& chunk) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return gathered_ == chunk.number || failure_ || is_abandoned_; });
      if (gathered_ != chunk.number) return false;
    }
    gather(chunk);
    return true;
  }

  // Gathers all chunks that are next in order, unless another thread is doing so.
  void deliver(ChunkPointer chunk) {
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

  void gather(ImportChunk& chunk) {
    if (totals_.refused) return;
    while (!gatherer_.add(chunk)) hand_over();
    count(chunk);
    if (chunk.refused) {
      totals_.refused = std::move(chunk.refused);
      totals_.refused->source = chunk.source->name;
      return stop();
    }
    chunk.progress.games = games_read_;
    if (!listener_.on_progress(chunk.progress)) {
      totals_.was_stopped = true;
      stop();
    }
    if (gatherer_.is_full()) hand_over();
  }

  void count(const ImportChunk& chunk) {
    totals_.sources += chunk.source != last_source_ ? 1 : 0;
    last_source_ = chunk.source;
    totals_.bytes += chunk.end - chunk.begin;
    games_read_ += chunk.counts.games;
    totals_.illegal += chunk.counts.illegal;
    totals_.unwanted += chunk.counts.unwanted;
    totals_.lines_between += chunk.counts.lines_between;
    for (const DiagnosticCode code : chunk.findings_after) listener_.on_file_finding(code);
    const bool is_empty = chunk.is_last_of_source() && chunk.source->mark.offset == 0;
    if (is_empty) listener_.on_file_finding(DiagnosticCode::EmptyFile);
  }

  // Passes the batch to the writing thread, once the previous batch has been written.
  void hand_over() {
    std::unique_lock lock(mutex_);
    if (alone_ && state_ == Handed::Ready) {
      waiting_.push_back(std::exchange(gatherer_.batch(), ImportBatch(plan_.limits)));
      return;
    }
    changed_.wait(lock, [&] { return state_ == Handed::Nothing || is_abandoned_; });
    std::swap(handed_, gatherer_.batch());
    gatherer_.batch().clear();
    state_ = Handed::Ready;
    changed_.notify_all();
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
    changed_.notify_all();
  }

  const ImportPlan& plan_;
  ImportListener& listener_;

  std::mutex feed_mutex_;
  std::unique_ptr<ChunkFeed> feed_;
  std::uint64_t chunks_read_ = 0;
  bool has_read_all_ = false;

  // The members up to last_source_ are used only by the gathering thread.
  BatchGatherer gatherer_;
  ImportEnd totals_;
  std::uint64_t games_read_ = 0;
  const ImportSource* last_source_ = nullptr;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<ChunkPointer> spare_;
  std::size_t chunks_left_;                        // number of chunks that may still be read
  std::map<std::uint64_t, ChunkPointer> drafted_;  // drafted chunks by number
  std::uint64_t gathered_ = 0;                     // number of gathered chunks
  bool is_gathering_ = false;
  ImportBatch handed_;
  enum class Handed { Nothing, Ready, Taken } state_ = Handed::Nothing;
  bool is_stopping_ = false;      // true if no more input is read
  bool is_abandoned_ = false;     // true if further batches are discarded
  bool was_interrupted_ = false;  // true if interrupted while waiting for input
  std::exception_ptr failure_;
  unsigned running_ = 0;

  // The state for drafting on the calling thread, if the system cannot start other threads, and the
  // finished batches after `handed_`.
  std::unique_ptr<Drafting> alone_;
  std::deque<ImportBatch> waiting_;
  std::vector<std::jthread> threads_;
};

}  // namespace

ChunkDrafter::ChunkDrafter(const ImportOptions& options, std::optional<std::uint32_t> index_plies)
    : illegal_(options.illegal),
      where_(options.where),
      text_checker_(sink_),
      validator_(options.validator, sink_),
      drafter_({index_plies, options.validator.piece_letters, options.openings}) {}

void ChunkDrafter::draft(ImportChunk& chunk) {
  const bool goes_on = std::exchange(chunk.has_more, false);
  chunk.begin = goes_on ? chunk.end : 0;
  chunk.drafts.clear();
  chunk.game_ends.clear();
  chunk.counts = {};
  chunk.refused.reset();
  chunk.findings_after.clear();
  if (!goes_on) start(chunk);
  counted_to_ = chunk.begin;
  lines_ = 0;
  chunk.end = text_.text.size();
  if (chunk.end > 0) draft_games(chunk);
}

void ChunkDrafter::start(const ImportChunk& chunk) {
  text_ = chunk.text.source;
  const TextSummary summary = summarize(text_.text);
  has_odd_bytes_ = summary.has_control || summary.has_high;
  reader_.emplace(text_, sink_);
  is_read_ahead_ = false;
}

void ChunkDrafter::draft_games(ImportChunk& chunk) {
  Before last;
  while (next_game()) {
    if (is_full(chunk.drafts)) {
      is_read_ahead_ = chunk.has_more = true;
      chunk.end = after_last_;
      return;
    }
    last = {after_last_, size_of(chunk.drafts), chunk.counts};
    if (!add_game(chunk)) return go_back(chunk, last);
    chunk.game_ends.resize(chunk.drafts.games.size(), reader_->position());
  }
  chunk.is_cut ? go_back(chunk, last) : finish_text(chunk);
}

bool ChunkDrafter::next_game() {
  if (std::exchange(is_read_ahead_, false)) return true;
  after_last_ = reader_->position();
  sink_.start_game();
  return reader_->next(game_);
}

void ChunkDrafter::finish_text(ImportChunk& chunk) {
  chunk.counts.lines_between += lines_between(text_.text.substr(after_last_));
  for (const DraftFinding& finding : sink_.findings()) {
    chunk.findings_after.push_back(finding.code);
  }
}

bool ChunkDrafter::add_game(ImportChunk& chunk) {
  const auto start = static_cast<std::size_t>(game_.offset - text_.offset);
  const std::uint64_t line = line_of(start);
  if (has_odd_bytes_) text_checker_.check({game_.text, game_.offset}, LineEnd::LineFeed);
  const GameSummary& summary = validator_.check(game_);
  const bool is_illegal = !summary.is_complete && summary.is_checked;
  if (is_illegal && illegal_ == IllegalGames::Stop) {
    chunk.refused = refused(line);
    return false;
  }
  ++chunk.counts.games;
  chunk.counts.lines_between += lines_between(text_.text.substr(after_last_, start - after_last_));
  if (is_illegal && illegal_ == IllegalGames::Skip) {
    ++chunk.counts.illegal;
    return true;
  }
  const BatchSize before = size_of(chunk.drafts);
  drafter_.add({game_, validator_.played(), summary, sink_.findings(), line}, chunk.drafts);
  if (!is_wanted(chunk)) {
    ++chunk.counts.unwanted;
    shrink(chunk.drafts, before);
  }
  return true;
}

// Returns whether the last game of the chunk matches the filter.
bool ChunkDrafter::is_wanted(const ImportChunk& chunk) const {
  if (where_.is_empty()) return true;
  const std::string_view source =
      chunk.source == nullptr ? std::string_view() : chunk.source->file.name;
  return matches(where_, view_of(chunk.drafts, chunk.drafts.games.back(), source));
}

// Returns the line number of an offset in the text. Offsets must be ascending.
std::uint64_t ChunkDrafter::line_of(std::size_t at) {
  lines_ += count_line_breaks(text_.text.substr(counted_to_, at - counted_to_));
  counted_to_ = at;
  return lines_ + 1;
}

// Returns a description of the game that was just checked.
RefusedGame ChunkDrafter::refused(std::uint64_t line) const {
  RefusedGame refused;
  refused.line = line;
  refused.white = value_of(game_, KnownTag::White);
  refused.black = value_of(game_, KnownTag::Black);
  if (const auto worst = sink_.worst()) {
    refused.code = worst->code;
    refused.ply = worst->ply;
    refused.message = worst->message;
  }
  return refused;
}

std::unique_ptr<BatchFeed> read_files(std::vector<std::string> paths, const ImportPlan& plan,
                                      ImportListener& listener) {
  return std::make_unique<ImportPipeline>(std::move(paths), plan, listener);
}

}  // namespace arbiter
