#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "db/model/leb128.h"
#include "tests/db/random_postings.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// A number to write, in `bits` bits or as a Rice code that shifts by `bits`.
struct Number {
  std::uint64_t value;
  unsigned bits;
  bool is_rice;
};

// Returns the bits of the numbers as text, first bit first.
std::string slow_bits(const std::vector<Number>& numbers) {
  std::string text;
  for (const auto& [value, bits, is_rice] : numbers) {
    if (is_rice) text += std::string(value >> bits, '0') + "1";
    for (unsigned i = 0; i < bits; ++i) text += (value >> i & 1) != 0 ? '1' : '0';
  }
  return text;
}

std::vector<std::uint8_t> written(const std::vector<Number>& numbers) {
  std::vector<std::uint8_t> bytes(slow_bits(numbers).size() / 8 + 9);
  BitWriter writer(bytes.data());
  for (const auto& [value, bits, is_rice] : numbers) {
    if (is_rice) {
      writer.rice(value, bits);
    } else {
      writer.fixed(value, bits);
    }
  }
  bytes.resize(static_cast<std::size_t>(writer.finish() - bytes.data()));
  return bytes;
}

std::string bits_of(const std::vector<std::uint8_t>& bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) {
    for (unsigned i = 0; i < 8; ++i) text += (byte >> i & 1) != 0 ? '1' : '0';
  }
  return text;
}

std::vector<Number> random_numbers(std::uint64_t seed) {
  RandomPostings random(seed);
  std::vector<Number> numbers;
  for (std::uint64_t count = random.below(40); count > 0; --count) {
    const bool is_rice = random.below(2) == 0;
    const auto bits = static_cast<unsigned>(random.below(is_rice ? 41 : 57));
    const std::uint64_t lower = random.below(std::uint64_t{1} << bits);
    const std::uint64_t zeros = random.below(4) == 0 ? random.below(300) : random.below(3);
    numbers.push_back({is_rice ? zeros << bits | lower : lower, bits, is_rice});
  }
  return numbers;
}

TEST_CASE("numbers are written bit by bit, and read back", "[bits]") {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    CAPTURE(seed);
    const std::vector<Number> numbers = random_numbers(seed);
    const std::vector<std::uint8_t> bytes = written(numbers);
    std::string expected = slow_bits(numbers);
    expected.append((8 - expected.size() % 8) % 8, '0');
    REQUIRE(bits_of(bytes) == expected);
    BitCursor cursor(bytes);
    for (const auto& [value, bits, is_rice] : numbers) {
      REQUIRE((is_rice ? cursor.rice(bits) : cursor.fixed(bits)) == value);
    }
    REQUIRE(cursor.is_sound());
    REQUIRE(cursor.left() < 8);
  }
}

TEST_CASE("numbers past the end of their bits are zero and marked invalid", "[bits]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::vector<Number> numbers = random_numbers(seed);
    std::vector<std::uint8_t> bytes = written(numbers);
    if (bytes.empty()) continue;
    bytes.pop_back();
    CAPTURE(seed, bytes.size());
    BitCursor cursor(bytes);
    for (const auto& [value, bits, is_rice] : numbers) {
      const std::uint64_t read = is_rice ? cursor.rice(bits) : cursor.fixed(bits);
      REQUIRE(read == (cursor.is_sound() ? value : 0));
    }
    REQUIRE_FALSE(cursor.is_sound());
    REQUIRE(cursor.left() == 0);
    REQUIRE(cursor.fixed(1) == 0);
    REQUIRE(cursor.rice(3) == 0);
  }
}

TEST_CASE("a Rice code above 56 bits is invalid", "[bits]") {
  // 70,000 zeros and a one.
  std::vector<std::uint8_t> bytes(8750);
  bytes.push_back(1);
  bytes.resize(bytes.size() + 8);
  BitCursor short_code(bytes);
  REQUIRE(short_code.rice(39) == std::uint64_t{70'000} << 39);
  BitCursor long_code(bytes);
  REQUIRE(long_code.rice(40) == 0);
  REQUIRE_FALSE(long_code.is_sound());
}

}  // namespace
}  // namespace arbiter::testing
