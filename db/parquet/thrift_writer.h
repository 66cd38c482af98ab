// Structures in Thrift's compact protocol, which the metadata of Parquet is written in.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

// Appends `value` in groups of seven bits, the lowest first (ULEB128).
void append_varint(std::uint64_t value, std::string& bytes);

// The same with the sign in the lowest bit, so that small negative numbers are short.
void append_zigzag(std::int64_t value, std::string& bytes);

// Appends one structure to `bytes`. The fields of a structure come by rising number.
class ThriftWriter {
 public:
  explicit ThriftWriter(std::string& bytes) : bytes_(bytes) {}

  void boolean(int field, bool value);
  void byte(int field, std::int8_t value);
  void i32(int field, std::int32_t value);
  void i64(int field, std::int64_t value);
  void binary(int field, std::string_view value);

  // Fields until the matching end() are those of the structure in `field`.
  void begin_struct(int field);
  void end();

  // So many elements follow: of begin_element() and end(), or of the functions below.
  void begin_structs(int field, std::size_t count);
  void begin_element();
  void i32s(int field, const std::vector<std::int32_t>& values);
  void binaries(int field, const std::vector<std::string_view>& values);

 private:
  void head(int field, std::uint8_t type);
  void list_head(int field, std::uint8_t type, std::size_t count);

  std::string& bytes_;
  int last_field_ = 0;
  std::vector<int> outer_;  // the last fields of the structures around
};

}  // namespace arbiter
