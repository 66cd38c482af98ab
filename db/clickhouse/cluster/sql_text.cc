#include "db/clickhouse/cluster/sql_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace arbiter::clickhouse {

std::string quoted(std::string_view text) {
  std::string literal = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') literal += '\\';
    if (c == '\0') {
      literal += "\\0";
    } else {
      literal += c;
    }
  }
  return literal + "'";
}

std::string listed(std::span<const std::uint64_t> numbers) {
  return fmt::format("{}", fmt::join(numbers, ","));
}

std::string insert_into(std::string_view table, const NativeBlock& block) {
  return fmt::format("INSERT INTO {} ({}) FORMAT Native", table, fmt::join(block.columns(), ", "));
}

}  // namespace arbiter::clickhouse
