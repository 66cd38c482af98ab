#include "tests/cluster/small_disk.h"

#include <sched.h>
#include <sys/mount.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace arbiter::testing {
namespace {

std::string option(std::uint64_t bytes) { return "size=" + std::to_string(bytes); }

// In a new user namespace, no process is root until its id is mapped.
bool become_root_of_namespace() {
  const uid_t user = ::getuid();
  const gid_t group = ::getgid();
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
  std::ofstream("/proc/self/setgroups") << "deny";
  std::ofstream("/proc/self/uid_map") << "0 " << user << " 1";
  std::ofstream("/proc/self/gid_map") << "0 " << group << " 1";
  return true;
}

bool enter_own_mounts() {
  if (::unshare(CLONE_NEWNS) != 0 && !become_root_of_namespace()) return false;
  return ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

}  // namespace

bool may_mount() {
  static const bool may = enter_own_mounts();
  return may;
}

SmallDisk::SmallDisk(std::string folder, std::uint64_t bytes) : folder_(std::move(folder)) {
  std::filesystem::create_directories(folder_);
  if (!may_mount() || ::mount("tmpfs", folder_.c_str(), "tmpfs", 0, option(bytes).c_str()) != 0) {
    throw std::runtime_error("cannot mount a file system on " + folder_);
  }
}

SmallDisk::~SmallDisk() { ::umount2(folder_.c_str(), MNT_DETACH); }

void SmallDisk::resize(std::uint64_t bytes) const {
  if (::mount("tmpfs", folder_.c_str(), "tmpfs", MS_REMOUNT, option(bytes).c_str()) != 0) {
    throw std::runtime_error("cannot resize " + folder_);
  }
}

std::uint64_t SmallDisk::free_bytes() const {
  struct statvfs facts {};
  ::statvfs(folder_.c_str(), &facts);
  return facts.f_bavail * facts.f_frsize;
}

}  // namespace arbiter::testing
