// The one door through which files are written. Nothing that stands there gets lost: a file
// appears whole or not at all, and what must not be replaced is refused.
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

// A file that is written. Until finish() it has no name (on file systems without such files, a
// temporary one beside it), and if there is no finish(), nothing is left of it. Something other
// than a regular file, such as a pipe, is written to at once.
class OutputFile {
 public:
  // The ending .gz or .zst makes it a compressed file; those of other compressions and archives
  // are refused. The error is a sentence as in Error.
  static Result<std::unique_ptr<OutputFile>> open(const std::string& path);

  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  // Whether the bytes are kept apart until finish(): not for a pipe or another special file.
  bool is_beside() const { return is_beside_; }

  // Whether finish() overwrites a file.
  bool overwrites() const { return is_beside_ && target_.is_there(); }

  // Throws IoError where the system cannot write, as finish() does.
  void write(std::string_view bytes) { sink_->write(bytes); }

  // Writes all to the disk, then puts it in place of the file that may be there, with that one's
  // permissions and owner. To be called once. Returns what got lost by that, each a sentence as in
  // Error. Fails where the file there has changed since this was opened; then it stays as it is.
  Result<std::vector<std::string>> finish();

 private:
  explicit OutputFile(std::string path);
  std::optional<Error> open_descriptor();
  void open_beside();
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

// Why writing to `path` would destroy what the run reads, or a database: it is one of `inputs`, or
// has the name of a file that SQLite keeps beside a database. Nothing if it would not.
std::optional<std::string> fault_of_target(const std::string& path,
                                           std::span<const std::string> inputs);

}  // namespace arbiter
