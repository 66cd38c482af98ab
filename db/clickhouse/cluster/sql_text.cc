#define XXH_INLINE_ALL
#include "db/clickhouse/cluster/sql_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include <algorithm>

namespace arbiter::clickhouse {
namespace {

// The maximum number of list elements in a statement. Servers reject statements with more than
// about 50,000 elements, of which an array is one.
constexpr std::size_t kMaxElements = 1000;

}  // namespace

std::string string_literal(std::string_view text) {
  std::string literal = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') literal += '\\';
    literal += c == '\0' ? "\\0" : std::string(1, c);
  }
  return literal + "'";
}

std::string listed(std::span<const std::uint64_t> numbers) {
  return fmt::format("{}", fmt::join(numbers, ","));
}

std::string in_list(std::string_view column, std::span<const std::uint64_t> numbers) {
  if (numbers.empty()) return "0";
  const std::string list = listed(numbers);
  if (numbers.size() <= kMaxElements) return fmt::format("{} IN ({})", column, list);
  return fmt::format("{} IN (SELECT arrayJoin([{}]))", column, list);
}

std::string insert_into(std::string_view table, const NativeBlock& block) {
  std::vector<std::string> names;
  for (const NativeBlock::Column& column : block.columns()) names.push_back(column.name);
  return fmt::format("INSERT INTO {} ({}) FORMAT Native", table, fmt::join(names, ", "));
}

std::string sums_of_columns(std::string_view table, const NativeBlock& block,
                            std::string_view condition) {
  std::string sums = "count()";
  for (const NativeBlock::Column& column : block.columns()) {
    sums += fmt::format(fmt::runtime(column.has_lengths ? ", sum(length({}))" : ", sum({})"),
                        column.name);
  }
  return fmt::format("SELECT {} FROM {} WHERE {} FORMAT RowBinary", sums, table, condition);
}

std::uint64_t name_id(std::string_view name) {
  if (name.empty()) return 0;
  return std::max<std::uint64_t>(XXH64(name.data(), name.size(), 0), 1);
}

}  // namespace arbiter::clickhouse
