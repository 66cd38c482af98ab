// Waiting for file changes: with inotify, or by polling.
#pragma once

#include <chrono>
#include <string>

namespace arbiter {

class ChangeWatch {
 public:
  enum class Kind { Notified, Polling };

  // Uses inotify if `kind` is Notified and the system has inotify watches left; otherwise polls.
  explicit ChangeWatch(Kind kind);
  ChangeWatch(const ChangeWatch&) = delete;
  ChangeWatch& operator=(const ChangeWatch&) = delete;
  ~ChangeWatch();

  Kind kind() const { return descriptor_ < 0 ? Kind::Polling : Kind::Notified; }

  // Watches a folder without its subfolders. A folder that is watched already or does not exist is
  // ignored.
  void add_folder(const std::string& folder);
  // Watches a folder with all its subfolders, but not those that links lead to; or the folder of a
  // file.
  void add_around(const std::string& path);

  // Returns after a change or a signal, or at the timeout; polling does not detect changes. Returns
  // true if something has changed.
  bool wait(std::chrono::milliseconds time);

 private:
  void drain();

  int descriptor_ = -1;
};

}  // namespace arbiter
