#include "lib/rules/file_validation.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

#include "lib/diagnostics/catalogue.h"
#include "lib/rules/chunk_validation.h"

namespace arbiter {

namespace {

// Puts the reports of chunks together, in their order.
class FileReport {
 public:
  FileReport(const FileValidationOptions& options, ValidationListener& listener)
      : options_(options), listener_(listener) {}

  // False: the listener wants no more.
  bool add(ChunkReport& report) {
    for (LocatedDiagnostic& finding : report.findings) deliver(finding);
    for (GameSummary& game : report.games) {
      game.number += totals_.games;
      listener_.on_game(game);
    }
    totals_.games += report.totals.games;
    totals_.plies += report.totals.plies;
    totals_.bytes += report.totals.bytes;
    totals_.lines += report.totals.lines;
    for (std::size_t i = 0; i < kDiagnosticCount; ++i) {
      totals_.counts[i] += report.totals.counts[i];
    }
    return listener_.on_progress(totals_.games, totals_.bytes);
  }

  FileTotals finish() {
    if (totals_.games == 0) {
      LocatedDiagnostic finding{.diagnostic = {.code = DiagnosticCode::EmptyFile}};
      finding.diagnostic.message = "the file has no game";
      ++totals_.counts[index_of(DiagnosticCode::EmptyFile)];
      if (options_.wanted[index_of(DiagnosticCode::EmptyFile)]) deliver(finding);
    }
    return totals_;
  }

 private:
  void deliver(LocatedDiagnostic& finding) {
    const DiagnosticCode code = finding.diagnostic.code;
    if (entry_of(code).once_per_file) {
      if (delivered_[index_of(code)]) return;
      delivered_[index_of(code)] = true;
    }
    finding.line += totals_.lines;
    if (finding.diagnostic.game != 0) finding.diagnostic.game += totals_.games;
    listener_.on_finding(finding);
  }

  const FileValidationOptions& options_;
  ValidationListener& listener_;
  FileTotals totals_;
  CodeSet delivered_;
};

// A chunk on its way: read by the calling thread, checked by a worker,
// delivered by the calling thread.
struct Job {
  TextChunk chunk;
  ChunkReport report;
  std::exception_ptr failure;
  bool is_done = false;
};

class Workers {
 public:
  explicit Workers(const FileValidationOptions& options) {
    for (unsigned i = 0; i < options.jobs; ++i) {
      threads_.emplace_back([this, options] { work(options); });
    }
  }
  ~Workers() {
    {
      const std::lock_guard lock(mutex_);
      is_closing_ = true;
      waiting_.clear();
    }
    has_work_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  void start(Job& job) {
    {
      const std::lock_guard lock(mutex_);
      job.is_done = false;
      waiting_.push_back(&job);
    }
    has_work_.notify_one();
  }

  void wait_for(Job& job) {
    std::unique_lock lock(mutex_);
    is_done_.wait(lock, [&] { return job.is_done; });
    if (job.failure) std::rethrow_exception(job.failure);
  }

 private:
  void work(const FileValidationOptions& options) {
    ChunkValidator validator(options);
    std::unique_lock lock(mutex_);
    for (;;) {
      has_work_.wait(lock, [&] { return is_closing_ || !waiting_.empty(); });
      if (is_closing_) return;
      Job& job = *waiting_.front();
      waiting_.pop_front();
      lock.unlock();
      try {
        validator.check(job.chunk, job.report);
      } catch (...) {
        job.failure = std::current_exception();
      }
      lock.lock();
      job.is_done = true;
      is_done_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable has_work_;
  std::condition_variable is_done_;
  std::deque<Job*> waiting_;
  bool is_closing_ = false;
  std::vector<std::thread> threads_;
};

void validate_here(TextChunks& chunks, const FileValidationOptions& options, FileReport& file) {
  ChunkValidator validator(options);
  TextChunk chunk;
  ChunkReport report;
  while (chunks.next(chunk)) {
    validator.check(chunk, report);
    if (!file.add(report)) return;
  }
}

// Twice as many chunks as workers are on their way, so that nobody waits.
void validate_in_parallel(TextChunks& chunks, const FileValidationOptions& options,
                          FileReport& file) {
  std::deque<Job> ring(2 * options.jobs + 2);
  Workers workers(options);
  std::size_t read = 0;
  std::size_t delivered = 0;
  bool has_more = true;
  for (;;) {
    while (has_more && read - delivered < ring.size()) {
      Job& job = ring[read % ring.size()];
      has_more = chunks.next(job.chunk);
      if (!has_more) break;
      workers.start(job);
      ++read;
    }
    if (delivered == read) return;
    Job& job = ring[delivered % ring.size()];
    workers.wait_for(job);
    if (!file.add(job.report)) return;
    ++delivered;
  }
}

}  // namespace

FileTotals validate_file(ByteSource& source, const FileValidationOptions& options,
                         ValidationListener& listener) {
  TextChunks chunks(source);
  FileReport file(options, listener);
  if (options.jobs > 1) {
    validate_in_parallel(chunks, options, file);
  } else {
    validate_here(chunks, options, file);
  }
  return file.finish();
}

}  // namespace arbiter
