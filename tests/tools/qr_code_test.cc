// Tests QR codes, which are decoded according to the tables of ISO/IEC 18004.
#include "tools/report/qr_code.h"

#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace arbiter::testing {
namespace {

struct Version {
  std::size_t codewords;
  std::size_t data;
  std::size_t blocks;
  std::vector<std::size_t> centres;  // centres of alignment patterns
};
// Tables 1, 7, 9 and E.1 for level M.
const std::vector<Version> kVersions = {{26, 16, 1, {}},
                                        {44, 28, 1, {6, 18}},
                                        {70, 44, 1, {6, 22}},
                                        {100, 64, 2, {6, 26}},
                                        {134, 86, 2, {6, 30}},
                                        {172, 108, 4, {6, 34}},
                                        {196, 124, 4, {6, 22, 38}},
                                        {242, 154, 4, {6, 24, 42}},
                                        {292, 182, 5, {6, 26, 46}},
                                        {346, 216, 5, {6, 28, 50}},
                                        {404, 254, 5, {6, 30, 54}},
                                        {466, 290, 8, {6, 32, 58}},
                                        {532, 334, 9, {6, 34, 62}},
                                        {581, 365, 9, {6, 26, 46, 66}},
                                        {655, 415, 10, {6, 26, 48, 70}}};

using Bytes = std::vector<std::uint8_t>;

// Decodes a code. Fails a check if part of it is wrong.
class Reader {
 public:
  explicit Reader(const QrCode& code)
      : code_(code), n_(code.size), version_(kVersions.at((n_ - 17) / 4 - 1)) {}

  std::string text() {
    read_format();
    const Bytes codewords = read_codewords();
    REQUIRE(codewords.size() == version_.codewords);
    Bytes data = data_of_blocks(codewords);
    REQUIRE(data.size() == version_.data);
    std::size_t at = 0;
    const auto take = [&](std::size_t bits) {
      std::size_t value = 0;
      for (; bits > 0; --bits, ++at) value = value << 1 | (data[at / 8] >> (7 - at % 8) & 1);
      return value;
    };
    CHECK(take(4) == 4);
    const std::size_t size = take(n_ < 17 + 4 * 10 ? 8 : 16);
    std::string text;
    while (text.size() < size) text += static_cast<char>(take(8));
    return text;
  }

 private:
  static std::size_t distance(std::size_t a, std::size_t b) { return a > b ? a - b : b - a; }

  bool is_pattern(std::size_t row, std::size_t column) const {
    const bool is_corner =
        (row < 9 && column < 9) || (row < 9 && column >= n_ - 8) || (row >= n_ - 8 && column < 9);
    const bool is_version =
        n_ >= 45 && ((row < 6 && column >= n_ - 11) || (column < 6 && row >= n_ - 11));
    if (is_corner || is_version || row == 6 || column == 6) return true;
    for (const std::size_t i : version_.centres) {
      for (const std::size_t j : version_.centres) {
        const bool is_finder =
            (i == 6 && j == 6) || (i == 6 && j == n_ - 7) || (i == n_ - 7 && j == 6);
        if (!is_finder && distance(row, i) <= 2 && distance(column, j) <= 2) return true;
      }
    }
    return false;
  }

  // The two copies of the format are equal, and are in table C.1.
  void read_format() {
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    for (std::size_t i = 15; i-- > 0;) {
      const bool is_of_column = i < 8;
      const std::size_t along = i < 6 ? i : i == 6 ? 7 : i == 7 ? 8 : i == 8 ? 7 : 14 - i;
      first = first << 1 | (is_of_column ? code_.is_dark(along, 8) : code_.is_dark(8, along));
      second = second << 1 |
               (is_of_column ? code_.is_dark(8, n_ - 1 - i) : code_.is_dark(n_ - 15 + i, 8));
    }
    CHECK(first == second);
    constexpr std::array<std::uint32_t, 8> kFormats = {0x5412, 0x5125, 0x5e7c, 0x5b4b,
                                                       0x45f9, 0x40ce, 0x4f97, 0x4aa0};
    while (mask_ < 8 && kFormats[mask_] != first) ++mask_;
    REQUIRE(mask_ < 8);
  }

  bool is_inverted(std::size_t i, std::size_t j) const {
    const std::array<bool, 8> masks = {(i + j) % 2 == 0,
                                       i % 2 == 0,
                                       j % 3 == 0,
                                       (i + j) % 3 == 0,
                                       (i / 2 + j / 3) % 2 == 0,
                                       (i * j) % 2 + (i * j) % 3 == 0,
                                       ((i * j) % 2 + (i * j) % 3) % 2 == 0,
                                       ((i + j) % 2 + (i * j) % 3) % 2 == 0};
    return masks[mask_];
  }

  Bytes read_codewords() const {
    std::vector<bool> bits;
    std::vector<std::size_t> columns;  // columns of pairs, without the timing pattern
    for (std::size_t column = n_; column-- > 0;) {
      if (column != 6) columns.push_back(column);
    }
    for (std::size_t pair = 0; pair < columns.size(); pair += 2) {
      for (std::size_t step = 0; step < n_; ++step) {
        const std::size_t row = pair % 4 == 0 ? n_ - 1 - step : step;
        for (const std::size_t column : {columns[pair], columns[pair + 1]}) {
          if (!is_pattern(row, column)) {
            bits.push_back(code_.is_dark(row, column) != is_inverted(row, column));
          }
        }
      }
    }
    Bytes bytes(bits.size() / 8);
    for (std::size_t i = 0; i < bytes.size() * 8; ++i) {
      bytes[i / 8] = static_cast<std::uint8_t>(bytes[i / 8] << 1 | (bits[i] ? 1 : 0));
    }
    return bytes;
  }

  // Checks that each block, as a polynomial, is a multiple of all x - 2^i. Returns the data bytes.
  Bytes data_of_blocks(const Bytes& codewords) const {
    std::vector<Bytes> blocks(version_.blocks);
    const std::size_t shorter = version_.data / version_.blocks;
    const std::size_t longer = version_.data % version_.blocks;  // number of these blocks
    std::size_t next = 0;
    for (std::size_t i = 0; i <= shorter; ++i) {
      for (std::size_t block = 0; block < blocks.size(); ++block) {
        const bool has_byte = i < shorter || block >= blocks.size() - longer;
        if (has_byte) blocks[block].push_back(codewords[next++]);
      }
    }
    Bytes data;
    for (const Bytes& block : blocks) data.insert(data.end(), block.begin(), block.end());
    const std::size_t correction = (codewords.size() - version_.data) / version_.blocks;
    for (std::size_t i = 0; i < correction; ++i) {
      for (Bytes& block : blocks) block.push_back(codewords[next++]);
    }
    std::vector<std::size_t> powers(255, 1);
    std::vector<std::size_t> logarithms(256);
    for (std::size_t i = 0; i < 255; ++i) {
      if (i > 0) powers[i] = powers[i - 1] < 128 ? powers[i - 1] * 2 : (powers[i - 1] * 2) ^ 0x11d;
      logarithms[powers[i]] = i;
    }
    for (const Bytes& block : blocks) {
      for (std::size_t root = 0; root < correction; ++root) {
        std::size_t sum = 0;
        for (std::size_t i = 0; i < block.size(); ++i) {
          if (block[i] == 0) continue;
          sum ^= powers[(logarithms[block[i]] + root * (block.size() - 1 - i)) % 255];
        }
        CHECK(sum == 0);
      }
    }
    return data;
  }

  const QrCode& code_;
  std::size_t n_;
  const Version& version_;
  std::size_t mask_ = 0;
};

TEST_CASE("a QR code of any size is read back", "[qr_code]") {
  std::string text = "https://example.org/";
  while (text.size() < kMaxQrText) text += "abc/9?=~"[text.size() % 8];
  std::size_t largest = 0;
  for (std::size_t size = 0; size <= kMaxQrText; ++size) {
    CAPTURE(size);
    const QrCode code = qr_code(text.substr(0, size));
    CHECK(code.size >= largest);
    largest = code.size;
    REQUIRE(Reader(code).text() == text.substr(0, size));
  }
  CHECK(largest == 77);
}

TEST_CASE("a QR code is a picture of its dark modules", "[qr_code]") {
  const QrCode code = qr_code("x");
  const std::string svg = svg_of(code);
  // The first rows of the finder patterns at the top.
  CHECK(svg.find("viewBox=\"0 0 29 29\"") != std::string::npos);
  CHECK(svg.find("d=\"M4 4h7v1h-7z") != std::string::npos);
  CHECK(svg.find("M18 4h7v1h-7z") != std::string::npos);
}

}  // namespace
}  // namespace arbiter::testing
