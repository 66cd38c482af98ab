// Temporary files, and limits on their size.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lib/base/result.h"

namespace arbiter {

// Returns the folder for temporary files: TMPDIR, or /tmp.
std::string temporary_folder();

// Returns "temporary file in /tmp", for messages.
std::string temporary_file_name();

// Opens a temporary file without a name, which disappears when it is closed. Throws IoError.
int open_temporary_file();

// Limits the temporary copies of archives in the whole program. By default, a copy may be
// kMaxUnpackedRatio times as large as the compressed data, or kMinUnpackedLimit if that is more.
void set_max_unpacked(std::uint64_t bytes);

inline constexpr std::uint64_t kMaxUnpackedRatio = 32;
inline constexpr std::uint64_t kMinUnpackedLimit = std::uint64_t{64} << 20;

// Checks a temporary copy while it is written to `descriptor`, from `packed_bytes` of compressed
// data so far. Returns an error if `unpacked_bytes` exceed its limit, or if it would fill the disk.
std::optional<Error> check_unpacked_size(std::uint64_t unpacked_bytes, std::uint64_t packed_bytes,
                                         int descriptor);

}  // namespace arbiter
