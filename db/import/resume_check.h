// The part of a source that an earlier import has read, read again to see that it is the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "db/model/fingerprint.h"
#include "lib/base/text_scan.h"
#include "lib/io/byte_source.h"

namespace arbiter {

struct ResumeCheck {
  std::uint64_t size = 0;  // less than asked for where the source is shorter
  Fingerprint fingerprint;
  std::optional<LineEnd> line_end;  // how the first line ends
  std::string end;                  // the last bytes, up to 64
};

// Reads `size` bytes. 3 GB/s, unpacking apart. Throws IoError.
ResumeCheck read_again(ByteSource& source, std::uint64_t size);

// Whether the last game of a source had certainly ended there, if it goes on with `rest`:
// what was read ends with a result, or nothing but a tag or nothing at all follows.
bool is_between_games(const ResumeCheck& before, std::string_view rest);

}  // namespace arbiter
