#include "db/clickhouse/wire/row_reader.h"

#include <catch2/catch.hpp>
#include <string>

#include "lib/base/result.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

using namespace clickhouse;

using namespace std::string_literals;

TEST_CASE("values are read in their order, row after row") {
  const Answer answer{
      "\x07"s + "\x01\x02" + "\x01\x00\x00\x80"s + "\xff\xff\xff\xff\xff\xff\xff\xff" +
      "\x03"
      "abc" +
      "\x02" + "\x05\x00\x06\x00"s + "\x01" + "\x01x" + "\x00\x00\x00\x00\x00\x00\xf8\x3f"s};
  RowReader reader(answer);
  CHECK(reader.u8() == 7);
  CHECK(reader.u16() == 0x0201);
  CHECK(reader.u32() == 0x80000001);
  CHECK(reader.i64() == -1);
  CHECK(reader.text() == "abc");
  CHECK(reader.numbers<std::uint16_t>() == std::vector<std::uint16_t>{5, 6});
  CHECK(reader.texts() == std::vector<std::string_view>{"x"});
  CHECK(reader.f64() == 1.5);
  CHECK(!reader.begin_row());
}

TEST_CASE("a response that ends in the middle of a row is an error, not a row") {
  using Read = void (*)(RowReader&);
  struct Case {
    std::string answer;
    Read read;
  };
  const Case c = GENERATE(values<Case>({
      {"", [](RowReader& r) { r.u8(); }},
      {"a", [](RowReader& r) { r.u16(); }},
      {"abcdefg", [](RowReader& r) { r.u64(); }},
      {"\x04"
       "abc",
       [](RowReader& r) { r.text(); }},
      {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", [](RowReader& r) { r.text(); }},
      {"\xff\xff\xff\xff\xff\xff\xff\xff\x7f", [](RowReader& r) { r.text(); }},
      {"\x02"
       "abc",
       [](RowReader& r) { r.numbers<std::uint16_t>(); }},
      {"\xff\xff\xff\xff\xff\xff\xff\xff\x7f", [](RowReader& r) { r.numbers<std::uint64_t>(); }},
      {"\x7f"
       "a",
       [](RowReader& r) { r.texts(); }},
  }));
  const Answer answer{c.answer};
  RowReader reader(answer);
  CHECK_THROWS_AS(c.read(reader), IoError);
}

TEST_CASE("rows that begin with the number of another request are an error") {
  const Answer own{"\x07\x00\x00\x00"s + "a" + "\x07\x00\x00\x00"s + "b", 7};
  CHECK(RowReader::begins_with_request(own));
  std::string read;
  for (RowReader rows(own); rows.begin_row();) read += static_cast<char>(rows.u8());
  CHECK(read == "ab");
  const Answer other{own.bytes, 8};
  CHECK_FALSE(RowReader::begins_with_request(other));
  CHECK_THROWS_AS(RowReader(other), IoError);
  const Answer mixed{"\x07\x00\x00\x00"s + "a" + "\x08\x00\x00\x00"s + "b", 7};
  RowReader rows(mixed);
  CHECK(rows.u8() == 'a');
  CHECK_THROWS_AS(rows.begin_row(), IoError);
  CHECK_FALSE(RowReader::begins_with_request({"\x07", 7}));
}

}  // namespace arbiter::testing
