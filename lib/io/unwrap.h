// Compression and UTF-16 taken off a stream.
#pragma once

#include <memory>
#include <optional>

#include "lib/base/encoding.h"
#include "lib/io/byte_source.h"

namespace arbiter {

// Takes off every compression around a stream, at most four (a stream that
// unpacks to itself exists). What is left may be an archive.
std::unique_ptr<PeekableSource> decompressed(std::shared_ptr<ByteSource> source);

struct Utf8Stream {
  std::unique_ptr<ByteSource> source;
  std::optional<Encoding> converted_from;  // where it was UTF-16
};

Utf8Stream without_utf16(std::unique_ptr<PeekableSource> source);

}  // namespace arbiter
