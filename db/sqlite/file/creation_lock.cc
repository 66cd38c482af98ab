#include "db/sqlite/file/creation_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <thread>

#include "lib/io/byte_source.h"
#include "lib/io/file_kind.h"

namespace arbiter::sqlite {

CreationLock::CreationLock(const std::string& path) {
  constexpr std::chrono::milliseconds kPollInterval{1};
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  folder_ = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  while (folder_ >= 0 && ::flock(folder_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    if (WaitInterruption::is_interrupted()) break;  // the next wait throws
    std::this_thread::sleep_for(kPollInterval);
  }
}

CreationLock::~CreationLock() {
  if (folder_ >= 0) ::close(folder_);
}

void remove_database(const std::string& path) {
  ::unlink(path.c_str());
  for (const char* ending : kSqliteCompanions) ::unlink((path + ending).c_str());
}

}  // namespace arbiter::sqlite
