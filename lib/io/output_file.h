// Safe output files. A file appears completely or not at all, and protected files are not
// overwritten.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "lib/io/byte_sink.h"
#include "lib/io/replaced_file.h"

namespace arbiter {

// An output file. Until finish() it has no name (or a temporary name, on file systems without
// unnamed files), and without finish() it disappears. Pipes and other special files are written
// directly.
class OutputFile {
 public:
  // Opens a file. The endings .gz and .zst select a compression; those of other compressions and
  // archives are rejected. The error is a sentence as in Error.
  static Result<std::unique_ptr<OutputFile>> open(const std::string& path);

  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  // Checks whether the bytes are kept apart until finish(): not for pipes and other special files.
  bool is_beside() const { return is_beside_; }

  // Checks whether finish() will overwrite a file.
  bool overwrites() const { return is_beside_ && target_.is_there(); }

  // Writes bytes. Throws IoError if the system cannot write, like finish().
  void write(std::string_view bytes) { sink_->write(bytes); }

  // Syncs the file to disk, then replaces the existing file, keeping its permissions and owner.
  // Must be called once. Returns the properties that were lost, each a sentence as in Error.
  // Returns an error, and keeps the existing file, if that has changed since open().
  Result<std::vector<std::string>> finish();

 private:
  explicit OutputFile(std::string path);
  std::optional<Error> open_descriptor();
  const char* begin_temporary();
  void give_name();
  void take_place();
  void sync_folder() const;
  [[noreturn]] void fail() const;

  std::string path_;
  ReplacedFile target_;
  int descriptor_ = -1;
  bool is_beside_ = false;                   // the place of the target is still to be taken
  std::optional<UnfinishedFile> temporary_;  // nothing: it has no name
  std::unique_ptr<ByteSink> sink_;
};

// Returns the reason why `path` must not be overwritten: it is one of `inputs`, or SQLite keeps it
// beside a database. Returns nothing otherwise.
std::optional<std::string> fault_of_target(const std::string& path,
                                           std::span<const std::string> inputs);

}  // namespace arbiter
