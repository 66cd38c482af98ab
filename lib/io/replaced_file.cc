#include "lib/io/replaced_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "lib/base/io_error.h"

namespace arbiter {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kPermissions = 07777;
constexpr mode_t kRunAsOwner = S_ISUID | S_ISGID;

std::optional<struct stat> state_of(const std::string& path) {
  struct stat state {};
  if (::stat(path.c_str(), &state) != 0) return std::nullopt;
  return state;
}

// Sets the owner and the group of the file. Returns false if that is impossible.
bool set_owner(int descriptor, const struct stat& owned) {
  struct stat now {};
  if (::fstat(descriptor, &now) != 0) return false;
  if (now.st_uid == owned.st_uid && now.st_gid == owned.st_gid) return true;
  if (::fchown(descriptor, owned.st_uid, owned.st_gid) == 0) return true;
  // The group alone can be set by its members.
  return ::fchown(descriptor, static_cast<uid_t>(-1), owned.st_gid) == 0 &&
         now.st_uid == owned.st_uid;
}

}  // namespace

ReplacedFile::ReplacedFile(const std::string& path) : before_(state_of(path)) {
  std::error_code failure;
  const fs::path real = fs::canonical(path, failure);
  path_ = failure ? path : real.string();
  folder_ = fs::path(path_).parent_path().string();
  if (folder_.empty()) folder_ = ".";
}

bool ReplacedFile::has_changed() const {
  const auto now = state_of(path_);
  if (!now || !before_) return now.has_value() != before_.has_value();
  return now->st_dev != before_->st_dev || now->st_ino != before_->st_ino ||
         now->st_size != before_->st_size || now->st_mtim.tv_sec != before_->st_mtim.tv_sec ||
         now->st_mtim.tv_nsec != before_->st_mtim.tv_nsec;
}

std::vector<std::string> ReplacedFile::copy_attributes_to(int descriptor) const {
  std::vector<std::string> losses;
  if (!before_) return losses;
  mode_t permissions = before_->st_mode & kPermissions;
  if (!set_owner(descriptor, *before_)) {
    permissions &= ~kRunAsOwner;
    losses.emplace_back("its owner or group has changed, because only root can set them");
  }
  if (::fchmod(descriptor, permissions) != 0) {
    losses.push_back(fmt::format("its permissions have changed ({})", reason_of_errno(errno)));
  }
  if (before_->st_nlink > 1) {
    losses.push_back(fmt::format("it had {} names (hard links); the others keep the old contents",
                                 before_->st_nlink));
  }
  return losses;
}

namespace {

// The names of unfinished files. Further files are removed too, unless a signal ends the program.
std::array<std::atomic<const char*>, 8> unfinished_names;
static_assert(std::atomic<const char*>::is_always_lock_free);

void exchange_name(const char* before, const char* after) {
  for (std::atomic<const char*>& name : unfinished_names) {
    const char* expected = before;
    if (name.compare_exchange_strong(expected, after)) return;
  }
}

}  // namespace

UnfinishedFile::UnfinishedFile(std::string name) : name_(std::move(name)) {
  exchange_name(nullptr, name_.c_str());
}

UnfinishedFile::~UnfinishedFile() {
  if (!exists_) return;
  ::unlink(name_.c_str());
  forget();
}

bool UnfinishedFile::rename_to(const std::string& path) {
  if (std::rename(name_.c_str(), path.c_str()) != 0) return false;
  forget();
  return true;
}

void UnfinishedFile::forget() {
  exchange_name(name_.c_str(), nullptr);
  exists_ = false;
}

void remove_unfinished_files() {
  for (const std::atomic<const char*>& name : unfinished_names) {
    if (const char* unfinished = name.load()) ::unlink(unfinished);
  }
}

}  // namespace arbiter
