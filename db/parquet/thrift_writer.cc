#include "db/parquet/thrift_writer.h"

namespace arbiter {
namespace {

constexpr std::uint8_t kTrue = 1;
constexpr std::uint8_t kFalse = 2;
constexpr std::uint8_t kByte = 3;
constexpr std::uint8_t kI32 = 5;
constexpr std::uint8_t kI64 = 6;
constexpr std::uint8_t kBinary = 8;
constexpr std::uint8_t kList = 9;
constexpr std::uint8_t kStruct = 12;

constexpr int kMostShortStep = 15;
constexpr std::size_t kFirstLongList = 15;

}  // namespace

void append_varint(std::uint64_t value, std::string& bytes) {
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  bytes += static_cast<char>(value);
}

void append_zigzag(std::int64_t value, std::string& bytes) {
  append_varint(static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63),
                bytes);
}

// The number of a field is written as the step from the one before, where that is short.
void ThriftWriter::head(int field, std::uint8_t type) {
  const int step = field - last_field_;
  if (step > 0 && step <= kMostShortStep) {
    bytes_ += static_cast<char>(step << 4 | type);
  } else {
    bytes_ += static_cast<char>(type);
    append_zigzag(field, bytes_);
  }
  last_field_ = field;
}

void ThriftWriter::boolean(int field, bool value) { head(field, value ? kTrue : kFalse); }

void ThriftWriter::byte(int field, std::int8_t value) {
  head(field, kByte);
  bytes_ += static_cast<char>(value);
}

void ThriftWriter::i32(int field, std::int32_t value) {
  head(field, kI32);
  append_zigzag(value, bytes_);
}

void ThriftWriter::i64(int field, std::int64_t value) {
  head(field, kI64);
  append_zigzag(value, bytes_);
}

void ThriftWriter::binary(int field, std::string_view value) {
  head(field, kBinary);
  append_varint(value.size(), bytes_);
  bytes_ += value;
}

void ThriftWriter::begin_struct(int field) {
  head(field, kStruct);
  begin_element();
}

void ThriftWriter::begin_element() {
  outer_.push_back(last_field_);
  last_field_ = 0;
}

void ThriftWriter::end() {
  bytes_ += '\0';
  if (outer_.empty()) return;
  last_field_ = outer_.back();
  outer_.pop_back();
}

void ThriftWriter::list_head(int field, std::uint8_t type, std::size_t count) {
  head(field, kList);
  if (count < kFirstLongList) {
    bytes_ += static_cast<char>(count << 4 | type);
  } else {
    bytes_ += static_cast<char>(0xF0 | type);
    append_varint(count, bytes_);
  }
}

void ThriftWriter::begin_structs(int field, std::size_t count) { list_head(field, kStruct, count); }

void ThriftWriter::i32s(int field, const std::vector<std::int32_t>& values) {
  list_head(field, kI32, values.size());
  for (const std::int32_t value : values) append_zigzag(value, bytes_);
}

void ThriftWriter::binaries(int field, const std::vector<std::string_view>& values) {
  list_head(field, kBinary, values.size());
  for (const std::string_view value : values) {
    append_varint(value.size(), bytes_);
    bytes_ += value;
  }
}

}  // namespace arbiter
