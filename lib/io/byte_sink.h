// Where bytes go, compressed or not.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace arbiter {

// A stream of bytes, written once from front to back. Throws IoError where the
// system cannot write.
class ByteSink {
 public:
  ByteSink() = default;
  ByteSink(const ByteSink&) = delete;
  ByteSink& operator=(const ByteSink&) = delete;
  virtual ~ByteSink() = default;

  virtual void write(std::string_view bytes) = 0;

  // To be called once, after everything else.
  virtual void finish() = 0;
};

// Writes to an open file, which has this name in messages and is not closed.
std::unique_ptr<ByteSink> descriptor_sink(int descriptor, std::string name);

// What goes in comes out of `target` as one gzip member or zstd frame.
std::unique_ptr<ByteSink> gzip_sink(std::unique_ptr<ByteSink> target);
std::unique_ptr<ByteSink> zstd_sink(std::unique_ptr<ByteSink> target);

}  // namespace arbiter
