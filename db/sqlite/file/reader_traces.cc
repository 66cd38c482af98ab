#include "db/sqlite/file/reader_traces.h"

#include <sqlite3.h>
#include <sys/stat.h>

#include "db/sqlite/file/page_checksums.h"
#include "db/sqlite/file/uri.h"

namespace arbiter::sqlite {

ReaderTraces::ReaderTraces(const std::string& path)
    : uri_(uri_of(path, "")), log_name_(path + "-wal"), before_(log()) {}

// The last connection to close a file removes its log, if it may write. This one only comes and
// goes.
ReaderTraces::~ReaderTraces() {
  const Log after = log();
  if (after.bytes < 0 || (before_.bytes > 0 && after == before_)) return;
  sqlite3* handle = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI;
  if (sqlite3_open_v2(uri_.c_str(), &handle, flags, checking_layer()) == SQLITE_OK) {
    sqlite3_exec(handle, "PRAGMA user_version", nullptr, nullptr, nullptr);
  }
  sqlite3_close(handle);
}

ReaderTraces::Log ReaderTraces::log() const {
  struct stat file {};
  if (::stat(log_name_.c_str(), &file) != 0) return {};
  return {std::int64_t{file.st_size},
          std::int64_t{file.st_mtim.tv_sec} * 1'000'000'000 + file.st_mtim.tv_nsec};
}

}  // namespace arbiter::sqlite
