// Games from files into a store.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/import/import_batch.h"
#include "db/import/import_listener.h"
#include "db/import/import_options.h"
#include "db/model/game_archive.h"
#include "db/model/storage.h"
#include "lib/base/result.h"

namespace arbiter {

// Reads and checks games on ImportOptions::jobs threads, and writes them on the calling one. Each
// batch is added whole or not at all, with how far its sources were read, so that an import that
// was interrupted, however, goes on from there when it is run again.
class Importer {
 public:
  Importer(Storage& storage, const ImportOptions& options, ImportListener& listener);

  // Adds the games of the files, in their order; "-" is standard input, and a database stands for
  // its sources. What earlier imports have read is not read again. Throws IoError where the
  // database cannot be written, or a file breaks while it is read: what was added until then stays.
  ImportEnd run(std::vector<std::string> paths);

 private:
  void read(std::vector<std::string> paths, ImportListener& listener);
  void merge(const std::string& path, ImportListener& listener);
  bool is_database(const std::string& path) const;
  template <class Feed>
  void add_all(Feed& feed);
  bool has_stopped() const;
  void add(ImportBatch& batch);
  void append(ImportBatch& batch);
  void treat_duplicates(ImportBatch& batch);
  void leave_out(ImportBatch& batch, const std::vector<bool>& is_unwanted);
  std::vector<SourceMark> marks_of(ImportBatch& batch);
  // What belongs to a replacement is added apart, in the order of the parts.
  void add_parts(ImportBatch& batch);
  void replace(const BatchPart& part, DraftBatch& drafts);
  void finish_replacement();
  void give_up_replacement(SourceStatus why);

  Storage& storage_;
  ImportOptions options_;
  ImportListener& listener_;
  ImportEnd end_;

  // A source that is being replaced.
  const ImportSource* replacing_ = nullptr;
  std::unique_ptr<SourceReplacement> replacement_;
  std::uint64_t came_ = 0;  // games of it so far
  ImportEnd replaced_;      // counts only what is added
};

}  // namespace arbiter
