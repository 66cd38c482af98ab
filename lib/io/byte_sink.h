// Where bytes go: files that appear whole or not at all, compressed or not.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "lib/base/result.h"

namespace arbiter::io {

// A stream of bytes, written once from front to back. Throws IoError where the
// system cannot write.
class ByteSink {
 public:
  ByteSink() = default;
  ByteSink(const ByteSink&) = delete;
  ByteSink& operator=(const ByteSink&) = delete;
  // Without finish(), as if nothing had been written.
  virtual ~ByteSink() = default;

  virtual void write(std::string_view bytes) = 0;

  // To be called once, behind everything else.
  virtual void finish() = 0;
};

// A file at `path`, in place of one that may be there, with its permissions. It
// appears with finish(); before, what is written stands in a file without a name
// (on file systems that have none, in a temporary one beside it).
// Something other than a regular file, such as a pipe, is written at once.
// The ending .gz or .zst makes the file a compressed one; those of other
// compressions and archives are refused. The error is a sentence as in Error.
Result<std::unique_ptr<ByteSink>> create_file(const std::string& path);

// What goes in comes out of `target` as one gzip member or zstd frame.
std::unique_ptr<ByteSink> gzip_sink(std::unique_ptr<ByteSink> target);
std::unique_ptr<ByteSink> zstd_sink(std::unique_ptr<ByteSink> target);

}  // namespace arbiter::io
