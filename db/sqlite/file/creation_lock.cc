#include "db/sqlite/file/creation_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>

namespace arbiter::sqlite {

CreationLock::CreationLock(const std::string& path) : folder_(-1) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  folder_ = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder_ >= 0) ::flock(folder_, LOCK_EX);
}

CreationLock::~CreationLock() {
  if (folder_ >= 0) ::close(folder_);
}

}  // namespace arbiter::sqlite
