#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "db/clickhouse/wire/row_reader.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

using namespace clickhouse;

TEST_CASE("a block has the number of columns and of rows, then name, type and values of each") {
  const std::vector<std::uint16_t> numbers = {1, 0x2030};
  const std::vector<std::string_view> texts = {"", "abc"};
  NativeBlock block(2);
  block.add_numbers<std::uint16_t>("n", [&](std::size_t row) { return numbers[row]; });
  block.add_texts("t", [&](std::size_t row) { return texts[row]; });
  using namespace std::string_literals;
  CHECK(block.bytes() == "\x02\x02"s + "\x01n\x06UInt16" + "\x01\x00\x30\x20"s + "\x01t\x06String" +
                             "\x00\x03"s + "abc");
  CHECK(insert_into("x", block) == "INSERT INTO x (n, t) FORMAT Native");
}

TEST_CASE("arrays are written as their ends, then the elements of all") {
  const std::vector<std::vector<std::int64_t>> values = {{}, {-1}, {2, 3}};
  NativeBlock block(3);
  block.add_arrays<std::int64_t>(
      "a", [&](std::size_t row) { return std::span<const std::int64_t>(values[row]); });
  std::string expected =
      "\x01\x03\x01"
      "a\x0c"
      "Array(Int64)";
  for (const std::int64_t number : {0, 1, 3, -1, 2, 3}) {
    for (int byte = 0; byte < 8; ++byte) {
      expected += static_cast<char>(static_cast<std::uint64_t>(number) >> 8 * byte);
    }
  }
  CHECK(block.bytes() == expected);
}

TEST_CASE("sizes of 128 and more need several bytes") {
  const std::string text(300, 'x');
  NativeBlock block(200);
  block.add_texts("t", [&](std::size_t) { return std::string_view(text); });
  CHECK(block.bytes().substr(1, 2) == "\xc8\x01");
  CHECK(block.bytes().size() == 3 + 2 + 7 + 200 * (2 + text.size()));
}

TEST_CASE("texts in SQL end in the right place with any contents") {
  struct Case {
    std::string text, literal;
  };
  const Case c = GENERATE(values<Case>({
      {"", "''"},
      {"O'Kelly", "'O\\'Kelly'"},
      {"a\\", "'a\\\\'"},
      {std::string("a\0b", 3), "'a\\0b'"},
      {"Ødegård\n", "'Ødegård\n'"},
  }));
  CHECK(clickhouse::string_literal(c.text) == c.literal);
}

}  // namespace arbiter::testing
