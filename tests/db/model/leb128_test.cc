#include "db/model/leb128.h"

#include <catch2/catch.hpp>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

std::vector<std::uint8_t> bytes_of(std::uint64_t number) {
  std::vector<std::uint8_t> bytes;
  append_leb128(number, bytes);
  return bytes;
}

TEST_CASE("numbers are written with seven bits per byte, the least significant first", "[leb128]") {
  struct Case {
    std::uint64_t number;
    std::vector<std::uint8_t> bytes;
  };
  // 624485 is the example in the DWARF standard, section 7.6.
  const Case cases[] = {
      {0, {0}},
      {127, {0x7f}},
      {128, {0x80, 0x01}},
      {624485, {0xe5, 0x8e, 0x26}},
      {~std::uint64_t{0}, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}}};
  for (const Case& c : cases) {
    CAPTURE(c.number);
    CHECK(bytes_of(c.number) == c.bytes);
  }
}

TEST_CASE("a written number is read back, with the position after it", "[leb128]") {
  const unsigned shift = GENERATE(range(0u, 64u));
  for (const std::uint64_t difference : {-1, 0, 1}) {
    const std::uint64_t number = (std::uint64_t{1} << shift) + difference;
    CAPTURE(number);
    std::vector<std::uint8_t> bytes = bytes_of(number);
    const std::size_t size = bytes.size();
    bytes.push_back(0xff);
    ByteCursor cursor(bytes);
    CHECK(cursor.number() == number);
    CHECK(bytes.size() - cursor.left() == size);
  }
}

TEST_CASE("a truncated or too large number is rejected", "[leb128]") {
  const auto bytes = GENERATE(values<std::vector<std::uint8_t>>({
      {},
      {0x80},
      {0xff, 0xff},
      {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02},
      {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01},
  }));
  ByteCursor cursor(bytes);
  CHECK(cursor.number() == 0);
  CHECK_FALSE(cursor.is_sound());
  CHECK(cursor.at_end());
}

}  // namespace
}  // namespace arbiter::testing
