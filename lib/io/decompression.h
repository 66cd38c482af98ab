// Compressed streams read as what they hold. Everything that stands before a
// fault is delivered; then the stream ends, and damage() says why.
#pragma once

#include <memory>

#include "lib/io/byte_source.h"

namespace arbiter {

// One or more zstd frames with a window of at most 128 MB, as `zstd -d` takes
// them. Costs what ZSTD_decompressStream does: it writes into the caller's span.
std::unique_ptr<ByteSource> zstd_source(std::shared_ptr<ByteSource> compressed);

// One or more gzip members.
std::unique_ptr<ByteSource> gzip_source(std::shared_ptr<ByteSource> compressed);

// A block of compressed bytes, refilled as it is used up.
class CompressedBlock {
 public:
  explicit CompressedBlock(std::shared_ptr<ByteSource> source);

  // What is left to be used. Empty at the start, and after the last refill.
  std::span<const char> left() const { return left_; }

  void use(std::size_t size) { left_ = left_.subspan(size); }

  // Reads on. Precondition: left() is empty. False at the end of the source.
  bool refill();

  // The fault of the source itself, where one compression holds another.
  std::optional<std::string> damage() const { return source_->damage(); }

 private:
  std::shared_ptr<ByteSource> source_;
  std::unique_ptr<char[]> bytes_;
  std::span<const char> left_;
};

}  // namespace arbiter
