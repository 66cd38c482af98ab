#include "tools/commands/database/import_workers.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>

#include "db/import/file_part.h"
#include "db/import/importer.h"

namespace arbiter {
namespace {

// The state that the workers share.
struct Workers {
  std::mutex mutex;
  ImportListener& listener;
  std::vector<ImportProgress> progress;  // by worker
  std::exception_ptr first_failure = nullptr;
};

// Forwards the reports of the workers, one call at a time, and adds up their progress.
class WorkerListener final : public ImportListener {
 public:
  WorkerListener(Workers& workers, std::size_t number) : workers_(workers), number_(number) {}

  void on_source_status(SourceStatus status, const std::string& name,
                        const SourceRecord& before) override {
    const std::lock_guard lock(workers_.mutex);
    workers_.listener.on_source_status(status, name, before);
  }
  void on_failure(const std::string& name, const std::string& reason) override {
    const std::lock_guard lock(workers_.mutex);
    workers_.listener.on_failure(name, reason);
  }
  void on_file_finding(DiagnosticCode code) override {
    const std::lock_guard lock(workers_.mutex);
    workers_.listener.on_file_finding(code);
  }
  bool on_progress(const ImportProgress& progress) override {
    const std::lock_guard lock(workers_.mutex);
    workers_.progress[number_] = progress;
    ImportProgress all;
    for (const ImportProgress& one : workers_.progress) {
      all.games += one.games;
      all.bytes = std::max(all.bytes, one.bytes);  // each worker reads up to its part
    }
    return workers_.listener.on_progress(all) && !workers_.first_failure;
  }

 private:
  Workers& workers_;
  std::size_t number_;
};

// Adds the parts of all files in order, so that the numbers of their games do not depend on the
// workers. Files that cannot be split are added later, by the first worker.
void add_parts(Storage& storage, const std::vector<std::string>& paths, std::uint32_t of) {
  std::set<std::string, std::less<>> known;
  for (const auto& [name, record] : storage.sources()) {
    const auto part = read_name_of_part(name);
    known.emplace(part ? part->file : name);
  }
  std::vector<SourceFile> files;
  for (const std::string& path : paths) {
    const SourceFile file = source_file(path);
    const bool is_split =
        known.insert(file.name).second && bounds_of_part(path, {.number = 1, .of = of}).has_value();
    if (is_split) files.push_back(file);
  }
  for (SourceFile file : files) {
    const std::string name = file.name;
    for (std::uint32_t number = 1; number <= of; ++number) {
      file.name = name_of_part(name, {.number = number, .of = of});
      storage.add_source(file);
    }
  }
  storage.sources();
}

}  // namespace

ImportEnd import_with_workers(std::span<const std::unique_ptr<Storage>> stores,
                              const std::vector<std::string>& paths, const ImportOptions& options,
                              PartOrder order, ImportListener& listener) {
  Workers workers{
      .mutex = {}, .listener = listener, .progress = std::vector<ImportProgress>(stores.size())};
  std::vector<ImportEnd> ends(stores.size());
  const auto parts =
      stores.size() > 1 ? static_cast<std::uint32_t>(stores.size()) : options.part.of;
  if (order == PartOrder::OfFiles && parts > 1) add_parts(*stores.front(), paths, parts);
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
      const std::lock_guard lock(workers.mutex);
      if (!workers.first_failure) workers.first_failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t number = 1; number < stores.size(); ++number) {
      threads.emplace_back(work, number);
    }
    work(0);
  }
  if (workers.first_failure) std::rethrow_exception(workers.first_failure);
  ImportEnd all;
  for (const ImportEnd& end : ends) all.add(end);
  return all;
}

}  // namespace arbiter
