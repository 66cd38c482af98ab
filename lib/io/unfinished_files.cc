#include "lib/io/unfinished_files.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <utility>

namespace arbiter {
namespace {

// A file that finds no room here is removed too, unless a signal ends the program.
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
