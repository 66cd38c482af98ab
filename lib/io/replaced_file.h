// Files that are replaced, and their temporary replacements.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>
#include <vector>

namespace arbiter {

// The state of a path when this object was created.
class ReplacedFile {
 public:
  explicit ReplacedFile(const std::string& path);

  // The target of symbolic links, so that the file is replaced and not the link.
  const std::string& path() const { return path_; }
  const std::string& folder() const { return folder_; }

  bool is_there() const { return before_.has_value(); }
  bool is_regular() const { return before_ && S_ISREG(before_->st_mode); }
  bool is_folder() const { return before_ && S_ISDIR(before_->st_mode); }

  // Checks whether the file has been created, removed, replaced or rewritten since: another inode,
  // size or time.
  bool has_changed() const;

  // Copies the permissions and the owner to an open file. Returns the properties that are lost by
  // the replacement, each a sentence as in Error.
  std::vector<std::string> copy_attributes_to(int descriptor) const;

 private:
  std::string path_;
  std::string folder_;
  std::optional<struct stat> before_;
};

// A temporary file with a name, which is removed at the end of this object, or of the program.
class UnfinishedFile {
 public:
  explicit UnfinishedFile(std::string name);
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;
  ~UnfinishedFile();

  const std::string& name() const { return name_; }

  // Renames the file, which is kept from then on. Returns false on failure, with the reason in
  // errno.
  bool rename_to(const std::string& path);

 private:
  void forget();

  std::string name_;
  bool exists_ = true;
};

// Removes all unfinished files. Safe in signal handlers.
void remove_unfinished_files();

}  // namespace arbiter
