// Output streams, compressed or not.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace arbiter {

// An output stream. Throws IoError if the system cannot write.
class ByteSink {
 public:
  ByteSink() = default;
  ByteSink(const ByteSink&) = delete;
  ByteSink& operator=(const ByteSink&) = delete;
  virtual ~ByteSink() = default;

  virtual void write(std::string_view bytes) = 0;

  // Completes the stream. Must be called once, after all writes.
  virtual void finish() = 0;
};

// Writes all bytes to an open file; messages contain `name`. Throws IoError.
void write_fully(int descriptor, std::string_view bytes, const std::string& name);

// Returns a buffered stream to an open file, which it does not close; messages contain `name`.
std::unique_ptr<ByteSink> descriptor_sink(int descriptor, std::string name);

// Return streams that compress into `target`, as one gzip member or zstd frame.
std::unique_ptr<ByteSink> gzip_sink(std::unique_ptr<ByteSink> target);
std::unique_ptr<ByteSink> zstd_sink(std::unique_ptr<ByteSink> target);

}  // namespace arbiter
