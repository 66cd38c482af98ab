#include "db/clickhouse/wire/row_reader.h"

#include <bit>
#include <cassert>
#include <utility>

#include "lib/base/result.h"

namespace arbiter::clickhouse {
namespace {

[[noreturn]] void fail() {
  throw IoError("the server's response ends in the middle of a row; check any proxies");
}

}  // namespace

std::string_view RowReader::take(std::uint64_t size) {
  if (size > bytes_.size()) fail();
  const std::string_view taken = bytes_.substr(0, size);
  bytes_.remove_prefix(size);
  return taken;
}

bool RowReader::begins_with_request(const Answer& answer) {
  return answer.bytes.size() >= sizeof(*answer.request) &&
         RowReader(answer.bytes, std::nullopt).u32() == *answer.request;
}

void RowReader::check_request() {
  if (request_ && !bytes_.empty() && u32() != *request_)
    throw IoError("the server's response belongs to another query; check any proxies");
  size_at_begin_ = bytes_.size();
}

double RowReader::f64() { return std::bit_cast<double>(u64()); }

std::uint64_t RowReader::varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const std::uint8_t byte = u8();
    value |= std::uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) return value;
  }
  fail();
}

std::uint64_t RowReader::checked_count(std::uint64_t count, std::size_t size) const {
  if (count > bytes_.size() / size) fail();
  return count;
}

std::string_view RowReader::text() { return take(varint()); }

std::vector<std::string_view> RowReader::texts() {
  std::vector<std::string_view> values(checked_count(size(), 1));
  for (std::string_view& value : values) value = text();
  return values;
}

namespace {

void append_varint(std::uint64_t value, std::string& bytes) {
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  bytes += static_cast<char>(value);
}

}  // namespace

// The first byte is the number of columns.
NativeBlock::NativeBlock(std::size_t rows) : rows_(rows), bytes_(1, '\0') {
  append_varint(rows, bytes_);
}

NativeBlock::NativeBlock(std::size_t rows, std::vector<std::size_t> sampled) : NativeBlock(rows) {
  sampled_ = std::move(sampled);
}

void NativeBlock::begin(std::string_view name, std::string_view type) {
  columns_.push_back({.name = std::string(name)});
  assert(columns_.size() < 0x80);
  bytes_.front() = static_cast<char>(columns_.size());
  append_text(name);
  append_text(type);
}

void NativeBlock::append_text(std::string_view text) {
  append_varint(text.size(), bytes_);
  bytes_ += text;
}

}  // namespace arbiter::clickhouse

#define XXH_INLINE_ALL

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
