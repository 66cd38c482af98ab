// Imports of games from files and other databases into a store.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/import/import_batch.h"
#include "db/import/import_options.h"
#include "db/model/storage.h"
#include "lib/base/result.h"

namespace arbiter {

// An import. ImportOptions::jobs threads read and check games, and the calling thread writes them.
// Each batch is one transaction that includes the marks of its sources, so that an interrupted
// import can be resumed by running it again.
class Importer {
 public:
  Importer(Storage& storage, const ImportOptions& options, ImportListener& listener);

  // Adds the games of the files in order; "-" is standard input, and a database provides its
  // sources. Skips text of earlier imports. Throws IoError if the database cannot be written or
  // reading a file fails; earlier batches are kept.
  ImportEnd run(std::vector<std::string> paths);

 private:
  void read(std::vector<std::string> paths, ImportListener& listener);
  void merge(const std::string& path, ImportListener& listener);
  bool is_database(const std::string& path) const;
  ImportPlan plan();
  void add_all(BatchFeed& feed);
  bool has_stopped() const;
  void add(ImportBatch& batch);
  void append(ImportBatch& batch);
  void handle_duplicates(ImportBatch& batch);
  void skip_games(ImportBatch& batch, const std::vector<bool>& is_unwanted);
  std::vector<SourceMark> marks_of(ImportBatch& batch);
  // Adds the parts of a batch separately, because some of them replace a source.
  void add_parts(ImportBatch& batch);
  void replace(const BatchPart& part, DraftBatch& drafts);
  void finish_replacement();
  void abandon_replacement(SourceStatus why);

  Storage& storage_;
  ImportOptions options_;
  ImportListener& listener_;
  ImportEnd end_;

  // The source being replaced.
  const ImportSource* replacing_ = nullptr;
  std::unique_ptr<SourceReplacement> replacement_;
  std::uint64_t came_ = 0;  // number of its games so far
  ImportEnd replaced_;      // counts of its new games
};

// Returns the games of the database at `path`, in batches. `plan` and `listener` must outlive the
// feed.
std::unique_ptr<BatchFeed> read_database(const std::string& path,
                                         std::unique_ptr<GameArchive> archive,
                                         const ImportPlan& plan, ImportListener& listener);

}  // namespace arbiter
