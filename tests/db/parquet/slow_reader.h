// A simple Parquet reader, written from the format specification alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter::testing {

// Reads `count` values of the RLE/bit-packed hybrid encoding from `at` on, and advances `at`.
std::vector<std::uint64_t> read_hybrid(std::string_view bytes, std::size_t& at, unsigned width,
                                       std::size_t count);

// Returns values in the encoding DELTA_BINARY_PACKED.
std::vector<std::int64_t> read_deltas(std::string_view bytes);

struct ReadColumn {
  std::string name;
  // Signed numbers in decimal, and lists such as "[e4 - e5]", with "-" for a missing element.
  std::vector<std::optional<std::string>> values;
  std::vector<std::size_t> group_rows;
  std::vector<std::string> least;  // minimum of each row group, as bytes
  std::vector<std::string> greatest;
};

// Throws std::runtime_error if the file is not a Parquet table.
std::vector<ReadColumn> read_table(const std::string& file);

}  // namespace arbiter::testing
