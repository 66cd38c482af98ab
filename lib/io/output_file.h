// Output files. Each appears completely or not at all, and protected files are not overwritten.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "lib/os/file.h"

namespace arbiter {

// An output stream. Throws IoError if the system cannot write.
class ByteSink {
 public:
  virtual ~ByteSink() = default;

  virtual void write(std::string_view bytes) = 0;

  // Completes the stream. Must be called once, after all writes.
  virtual void finish() = 0;
};

// Writes all bytes to an open file; messages contain `name`. Throws IoError.
void write_fully(int descriptor, std::string_view bytes, const std::string& name);

// The state of a path when this object was created.
class ReplacedFile {
 public:
  // Throws IoError if the disk fails.
  explicit ReplacedFile(const std::string& path);

  // Returns the target of symbolic links, so that a link itself is not replaced.
  const std::string& path() const { return path_; }
  const std::string& folder() const { return folder_; }

  bool is_there() const { return before_.has_value(); }
  bool is_regular() const { return before_ && before_->is_regular(); }
  bool is_folder() const { return before_ && before_->is_folder(); }

  // Checks whether the file has since been created, removed, replaced or rewritten, by inode, size
  // and time. Throws IoError if this cannot be determined.
  bool has_changed() const;

  // Copies the attributes to an open file, see copy_attributes(). Returns the attributes that could
  // not be copied, each as a sentence in the form of an Error.
  std::vector<std::string> copy_attributes_to(int descriptor) const;

 private:
  std::string path_;
  std::string folder_;
  std::optional<FileState> before_;
};

// A temporary file with a name, which is removed with this object or when the program ends.
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

// An output file. Until finish() it has no name (or a temporary name, on file systems without
// unnamed files), and without finish() it disappears. Pipes and other special files are written
// directly.
class OutputFile {
 public:
  // Opens a file. The endings .gz and .zst select a compression. The endings of other compressions,
  // and of archives, are rejected. The error is a sentence as in Error.
  static Result<std::unique_ptr<OutputFile>> open(const std::string& path);

  // Returns why a file of this name cannot be written; nothing if it can.
  static std::optional<std::string> fault_of_name(const std::string& path);

  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  // Returns whether the bytes are written to a separate file until finish(); false for pipes and
  // other special files.
  bool is_beside() const { return is_beside_; }

  // Returns whether finish() will overwrite a file.
  bool overwrites() const { return is_beside_ && target_.is_there(); }

  // Writes bytes. Throws IoError if the system cannot write, like finish().
  void write(std::string_view bytes) { sink_->write(bytes); }

  // Completes the file on disk, so that finish() has only to rename it. May be called before
  // finish(), so that several outputs are complete before the first existing file is replaced.
  // Throws IoError.
  void complete();

  // Completes the file, then replaces the existing file, keeping its attributes. Must be called
  // once. Returns the attributes that were lost, each as a sentence in the form of an Error. Fails,
  // without replacing the existing file, if it has changed since open(). Throws IoError; its
  // message states if the new file is in place nevertheless.
  Result<std::vector<std::string>> finish();

 private:
  explicit OutputFile(std::string path);
  std::optional<Error> open_descriptor();
  const char* begin_temporary();
  void give_name();
  [[noreturn]] void fail() const;

  std::string path_;
  ReplacedFile target_;
  int descriptor_ = -1;
  bool is_beside_ = false;  // the file has not yet replaced the target
  bool is_complete_ = false;
  std::vector<std::string> losses_;
  std::optional<UnfinishedFile> temporary_;  // nothing if the file has no name
  std::unique_ptr<ByteSink> sink_;
};

// Returns an error if `path` must not be overwritten, because it is one of `inputs` or belongs to
// an SQLite database.
std::optional<std::string> fault_of_target(const std::string& path,
                                           std::span<const std::string> inputs);

}  // namespace arbiter
