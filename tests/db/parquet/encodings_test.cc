// Compares packed values with the examples in the format specification, and with a slow reader.
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "db/parquet/table_writer.h"
#include "tests/db/parquet/slow_reader.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

TEST_CASE("values are packed as in the examples of the description") {
  std::string hybrid;
  append_hybrid(std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7}, 3, hybrid);
  CHECK(hybrid == "\x03\x88\xC6\xFA");
  std::string rising;
  append_deltas(std::vector<std::int64_t>{1, 2, 3, 4, 5}, rising);
  CHECK(rising == std::string("\x80\x01\x04\x05\x02\x02\0\0\0\0", 10));
  std::string falling;
  append_deltas(std::vector<std::int64_t>{7, 5, 3, 1, 2, 3, 4, 5}, falling);
  CHECK(falling == std::string("\x80\x01\x04\x08\x0E\x03\x02\0\0\0\xC0\x3F\0\0\0\0\0\0", 18));
}

TEST_CASE("runs and packed bits of any length and width are read back") {
  std::mt19937 random(1);
  for (std::size_t round = 0; round < 400; ++round) {
    const auto width = static_cast<unsigned>(random() % 33);
    const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << width) - 1);
    std::vector<std::uint32_t> values;
    while (values.size() < round) {
      const auto value = static_cast<std::uint32_t>(random()) & mask;
      values.insert(values.end(), random() % 3 == 0 ? random() % 40 : 1, value);
    }
    std::string bytes;
    append_hybrid(values, width, bytes);
    std::size_t at = 0;
    const auto read = read_hybrid(bytes, at, width, values.size());
    CAPTURE(width, values.size());
    CHECK(std::vector<std::uint64_t>(values.begin(), values.end()) == read);
    CHECK(at == bytes.size());
  }
}

TEST_CASE("deltas are read back, including the largest") {
  std::mt19937_64 random(2);
  for (int round = 0; round < 300; ++round) {
    const auto width = static_cast<unsigned>(random() % 65);
    std::vector<std::int64_t> values;
    for (int i = 0; i < round; ++i) {
      values.push_back(width == 0 ? 5 : static_cast<std::int64_t>(random() >> (64 - width)));
    }
    std::string bytes;
    append_deltas(values, bytes);
    CAPTURE(width, values.size());
    CHECK(read_deltas(bytes) == values);
  }
}

TEST_CASE("a structure of Thrift is as its description requires") {
  std::string bytes;
  ThriftWriter thrift(bytes);
  thrift.i32(1, 150);
  thrift.boolean(2, true);
  thrift.binary(20, "ab");
  thrift.begin_struct(21);
  thrift.i64(1, -1);
  thrift.end();
  thrift.i32s(22, {0, 1});
  thrift.end();
  CHECK(bytes == std::string("\x15\xAC\x02\x11\x08\x28\x02"
                             "ab\x1C\x16\x01\x00\x19\x25\x00\x02\x00",
                             18));
}
