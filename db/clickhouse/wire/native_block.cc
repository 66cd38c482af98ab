#include "db/clickhouse/wire/native_block.h"

#include <cassert>
#include <utility>

namespace arbiter::clickhouse {
namespace {

void append_varint(std::uint64_t value, std::string& bytes) {
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  bytes += static_cast<char>(value);
}

}  // namespace

// The first byte is the number of columns, updated by each.
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
