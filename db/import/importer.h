// Games from files into a store.
#pragma once

#include <string>
#include <vector>

#include "db/import/import_batch.h"
#include "db/import/import_listener.h"
#include "db/import/import_options.h"
#include "db/model/storage.h"

namespace arbiter::db::import_ {

// Reads and checks games on ImportOptions::jobs threads, and writes them on the calling one. Each
// batch is added whole or not at all, with how far its sources were read, so that an import that
// was interrupted, however, goes on from there when it is run again.
class Importer {
 public:
  Importer(Storage& storage, const ImportOptions& options, ImportListener& listener);

  // Adds the games of the files, in their order; "-" is standard input. What earlier imports have
  // read is not read again. Throws IoError where the database cannot be written, or a file
  // breaks while it is read: what was added until then stays.
  ImportEnd run(std::vector<std::string> paths);

 private:
  void add(ImportBatch& batch);
  void treat_duplicates(ImportBatch& batch);
  void leave_out(ImportBatch& batch, const std::vector<bool>& is_unwanted);
  std::vector<SourceMark> marks_of(ImportBatch& batch);
  void count(const DraftBatch& drafts);

  Storage& storage_;
  ImportOptions options_;
  ImportListener& listener_;
  ImportEnd end_;
};

}  // namespace arbiter::db::import_
