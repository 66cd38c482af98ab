// Responses of ClickHouse in its format RowBinary.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "db/clickhouse/wire/endpoint.h"

namespace arbiter::clickhouse {

// Reads values in the order of the query's columns, row after row. Throws IoError if the response
// ends too early.
class RowReader {
 public:
  // The answer must outlive this.
  explicit RowReader(const Answer& answer) : RowReader(answer.bytes, answer.request) {}

  // Returns whether the first row has the number of the request. Precondition: there is a row, and
  // rows begin with it.
  static bool begins_with_request(const Answer& answer);

  // Begins the next row, unless it has begun, and returns whether there is one. Must be called
  // between rows; the first one has begun.
  bool begin_row() {
    if (bytes_.size() != size_at_begin_) check_request();
    return !bytes_.empty();
  }

  std::uint8_t u8() { return number<std::uint8_t>(); }
  std::uint16_t u16() { return number<std::uint16_t>(); }
  std::uint32_t u32() { return number<std::uint32_t>(); }
  std::uint64_t u64() { return number<std::uint64_t>(); }
  std::int64_t i64() { return static_cast<std::int64_t>(u64()); }
  double f64();

  // Returns a view into the response.
  std::string_view text();

  // Reads the number of elements of an array.
  std::uint64_t size() { return varint(); }
  template <class T>
  std::vector<T> numbers() {
    const std::uint64_t count = checked_count(size(), sizeof(T));
    std::vector<T> values(count);
    for (T& value : values) value = number<T>();
    return values;
  }
  std::vector<std::string_view> texts();

 private:
  RowReader(std::string_view bytes, std::optional<std::uint32_t> request)
      : bytes_(bytes), request_(request) {
    check_request();
  }

  template <class T>
  T number() {
    const std::string_view bytes = take(sizeof(T));
    std::uint64_t value = 0;
    for (std::size_t i = sizeof(T); i-- > 0;) {
      value = value << 8 | static_cast<unsigned char>(bytes[i]);
    }
    return static_cast<T>(value);
  }
  std::string_view take(std::uint64_t size);
  std::uint64_t varint();
  // Returns `count` if as many values of at least `size` bytes can follow.
  std::uint64_t checked_count(std::uint64_t count, std::size_t size) const;

  // Checks and skips the number of the request.
  void check_request();

  std::string_view bytes_;
  std::optional<std::uint32_t> request_;
  std::size_t size_at_begin_ = 0;  // of `bytes_`, after that number
};

}  // namespace arbiter::clickhouse
