// Temporary files with a name, which have to go however the program ends.
#pragma once

#include <string>

namespace arbiter {

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
