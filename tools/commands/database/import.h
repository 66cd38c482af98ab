// An import by several workers, each of which reads a part of every file, and the removal of
// databases that stay empty.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "db/import/import_options.h"
#include "db/model/storage.h"
#include "db/sqlite/care/deletion.h"
#include "db/store/open_storage.h"

namespace arbiter {

// The order of game numbers in split files. With OfFiles, all parts are added to a cluster before
// the import, so that numbers are deterministic.
enum class PartOrder { AsRead, OfFiles };

// Imports files with one worker for each of `stores`, which are the same database opened several
// times. The workers share the threads and the memory of `options`. Each imports a FilePart of
// every file as a separate source. Throws the IoError of the first worker that fails; the others
// then stop after their current chunk.
ImportEnd import_with_workers(std::span<const std::unique_ptr<Storage>> stores,
                              const std::vector<std::string>& paths, const ImportOptions& options,
                              PartOrder order, ImportListener& listener);

// A guard for a new database. Its destructor removes the database if the import failed before it
// stored any games. Must be created before the database, and destroyed after it is closed.
class NewDatabase {
 public:
  explicit NewDatabase(std::string path) : path_(std::move(path)), is_failed_(is_missing(path_)) {}
  NewDatabase(const NewDatabase&) = delete;
  NewDatabase& operator=(const NewDatabase&) = delete;
  ~NewDatabase() {
    if (is_failed_) sqlite::remove_if_empty(path_);
  }

  void keep() { is_failed_ = false; }

  // Returns whether the path is neither a file nor a cluster.
  static bool is_missing(const std::string& path) {
    std::error_code failure;
    return path != "-" && !is_cluster(path) && !std::filesystem::exists(path, failure);
  }

 private:
  std::string path_;
  bool is_failed_;
};

}  // namespace arbiter
