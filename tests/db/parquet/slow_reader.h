// A plain Parquet reader, written from the description of the format alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter::testing {

// Reads `count` values of the hybrid of runs and packed bits from `at` on, and advances `at`.
std::vector<std::uint64_t> read_hybrid(std::string_view bytes, std::size_t& at, unsigned width,
                                       std::size_t count);

// The values of DELTA_BINARY_PACKED.
std::vector<std::int64_t> read_deltas(std::string_view bytes);

struct ReadColumn {
  std::string name;
  // Numbers in decimal, as signed; lists like "[e4 - e5]", with "-" for a missing element.
  std::vector<std::optional<std::string>> values;
  std::vector<std::size_t> group_rows;
  std::vector<std::string> least;  // of each group, as bytes
  std::vector<std::string> greatest;
};

// Throws std::runtime_error if the file is not a Parquet table.
std::vector<ReadColumn> read_table(const std::string& file);

}  // namespace arbiter::testing
