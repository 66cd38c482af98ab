// The file that a new one is to take the place of.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>
#include <vector>

namespace arbiter {

// What is at a path, as it was when this was made.
class ReplacedFile {
 public:
  explicit ReplacedFile(const std::string& path);

  // Where links lead, so that the file is replaced and not the link.
  const std::string& path() const { return path_; }
  const std::string& folder() const { return folder_; }

  bool is_there() const { return before_.has_value(); }
  bool is_regular() const { return before_ && S_ISREG(before_->st_mode); }
  bool is_folder() const { return before_ && S_ISDIR(before_->st_mode); }

  // Whether somebody has made, removed, replaced or rewritten it since: another inode, size or
  // time.
  bool has_changed() const;

  // Gives the open file its permissions and its owner. Returns what is lost by replacing it, each
  // a sentence as in Error.
  std::vector<std::string> hand_on_to(int descriptor) const;

 private:
  std::string path_;
  std::string folder_;
  std::optional<struct stat> before_;
};

// Temporary files with a name, which have to go however the program ends.

// While this lives, the file of that name is unfinished. It is removed at the end, unless it is
// there no longer.
class UnfinishedFile {
 public:
  explicit UnfinishedFile(std::string name);
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;
  ~UnfinishedFile();

  const std::string& name() const { return name_; }

  // Puts it in the place of `path`, which ends its being unfinished. False: errno says why not.
  bool rename_to(const std::string& path);

 private:
  void forget();

  std::string name_;
  bool exists_ = true;
};

// Removes them all. May be called by a handler of signals.
void remove_unfinished_files();

}  // namespace arbiter
