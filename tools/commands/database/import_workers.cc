#include "tools/commands/database/import_workers.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>

#include "db/import/importer.h"

namespace arbiter {
namespace {

// What workers say goes to one listener, one at a time, and their progress is added up.
class Workers {
 public:
  Workers(ImportListener& listener, std::size_t count) : listener_(listener), progress_(count) {}

  void on_source_status(SourceStatus news, const std::string& name, const SourceRecord& before) {
    const std::lock_guard lock(mutex_);
    listener_.on_source_status(news, name, before);
  }
  void on_failure(const std::string& name, const std::string& why) {
    const std::lock_guard lock(mutex_);
    listener_.on_failure(name, why);
  }
  void on_file_finding(DiagnosticCode code) {
    const std::lock_guard lock(mutex_);
    listener_.on_file_finding(code);
  }
  bool on_progress(std::size_t worker, const ImportProgress& progress) {
    const std::lock_guard lock(mutex_);
    progress_[worker] = progress;
    ImportProgress all;
    for (const ImportProgress& one : progress_) {
      all.games += one.games;
      all.bytes = std::max(all.bytes, one.bytes);  // each reads up to its part
    }
    return listener_.on_progress(all) && !failure_;
  }
  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
  }
  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::mutex mutex_;
  ImportListener& listener_;
  std::vector<ImportProgress> progress_;
  std::exception_ptr failure_;  // the first
};

class WorkerListener final : public ImportListener {
 public:
  WorkerListener(Workers& workers, std::size_t number) : workers_(workers), number_(number) {}

  void on_source_status(SourceStatus news, const std::string& name,
                        const SourceRecord& before) override {
    workers_.on_source_status(news, name, before);
  }
  void on_failure(const std::string& name, const std::string& why) override {
    workers_.on_failure(name, why);
  }
  void on_file_finding(DiagnosticCode code) override { workers_.on_file_finding(code); }
  bool on_progress(const ImportProgress& progress) override {
    return workers_.on_progress(number_, progress);
  }

 private:
  Workers& workers_;
  std::size_t number_;
};

}  // namespace

ImportEnd import_with_workers(std::span<const std::unique_ptr<Storage>> stores,
                              const std::vector<std::string>& paths, const ImportOptions& options,
                              ImportListener& listener) {
  Workers workers(listener, stores.size());
  std::vector<ImportEnd> ends(stores.size());
  const auto work = [&](std::size_t number) {
    ImportOptions own = options;
    if (stores.size() > 1) {
      own.part = {.number = static_cast<std::uint32_t>(number + 1),
                  .of = static_cast<std::uint32_t>(stores.size())};
    }
    own.jobs = std::max(1U, options.jobs / static_cast<unsigned>(stores.size()));
    own.memory = options.memory / stores.size();
    WorkerListener own_listener(workers, number);
    try {
      ends[number] = Importer(*stores[number], own, own_listener).run(paths);
    } catch (...) {
      workers.fail(std::current_exception());
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t number = 1; number < stores.size(); ++number) {
      threads.emplace_back(work, number);
    }
    work(0);
  }
  workers.rethrow_failure();
  ImportEnd all;
  for (const ImportEnd& end : ends) all.add(end);
  return all;
}

}  // namespace arbiter
