// One thing that the user named, and the games files in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lib/base/encoding.h"
#include "lib/io/byte_source.h"

namespace arbiter {

// A games file, unpacked. The source lives until the input's next call of
// next_member() or its end.
struct Member {
  std::string name;  // "games.pgn.gz", or "games.zip:round1.pgn" in an archive
  ByteSource& source;
  std::optional<Encoding> converted_from;  // UTF-16, which `source` gives as UTF-8
};

class Input {
 public:
  Input() = default;
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  virtual ~Input() = default;

  // The next games file. What is left of the one before is skipped.
  // Throws IoError where the system cannot read.
  virtual std::optional<Member> next_member() = 0;

  // Why the walk over the members ended before it should have, or found none.
  // To be asked after the last; a fault inside a member is its source's.
  virtual std::optional<std::string> damage() const = 0;

  // How many files of an archive were passed over because they hold no games.
  virtual std::uint64_t skipped_members() const = 0;

  // Bytes on disk, where known, and how many of them have been read: what a
  // progress display divides. May be asked from any thread.
  virtual std::optional<std::uint64_t> total_bytes() const = 0;
  virtual std::uint64_t consumed_bytes() const = 0;
};

}  // namespace arbiter
