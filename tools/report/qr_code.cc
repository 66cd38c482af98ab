#include "tools/report/qr_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <utility>

namespace arbiter {
namespace {

using Bytes = std::vector<std::uint8_t>;

// The blocks of error correction level M (ISO/IEC 18004, table 9), from version 1.
struct Blocks {
  std::size_t correction;  // error correction codewords in each block
  std::size_t count;
};
constexpr Blocks kBlocks[] = {{10, 1}, {16, 1}, {26, 1}, {18, 2}, {24, 2},
                              {16, 4}, {18, 4}, {22, 4}, {22, 5}, {26, 5},
                              {30, 5}, {22, 8}, {22, 9}, {24, 9}, {24, 10}};
constexpr std::size_t kMaxVersion = std::size(kBlocks);
constexpr std::size_t kMinNumbered = 7;  // the first version that has version information

std::size_t side_of(std::size_t version) { return 17 + 4 * version; }

// Returns the rows of the centres of alignment patterns, which are also their columns.
std::vector<std::size_t> alignment_centres(std::size_t version) {
  if (version == 1) return {};
  const std::size_t gaps = version / 7 + 1;
  const std::size_t last = side_of(version) - 7;
  // All gaps except the first are the same even number.
  const std::size_t gap = ((last - 6 + gaps - 1) / gaps + 1) / 2 * 2;
  std::vector<std::size_t> centres{6};
  for (std::size_t i = gaps; i-- > 0;) centres.push_back(last - i * gap);
  return centres;
}

// Returns the product in the field of 256 elements modulo x^8 + x^4 + x^3 + x^2 + 1.
std::uint8_t product(std::uint8_t a, std::uint8_t b) {
  std::uint32_t result = 0;
  for (int bit = 7; bit >= 0; --bit) {
    result = (result << 1) ^ ((result >> 7) * 0x11d);
    if ((b >> bit & 1) != 0) result ^= a;
  }
  return static_cast<std::uint8_t>(result);
}

// Returns the Reed-Solomon codewords of a block: the remainder of division by the product of all x
// - 2^i.
Bytes correction_of(const Bytes& data, std::size_t count) {
  Bytes divisor(count);  // without the leading coefficient, which is 1
  divisor.back() = 1;
  std::uint8_t root = 1;
  for (std::size_t i = 0; i < count; ++i, root = product(root, 2)) {
    for (std::size_t j = 0; j < count; ++j) {
      divisor[j] = static_cast<std::uint8_t>(product(divisor[j], root) ^
                                             (j + 1 < count ? divisor[j + 1] : 0));
    }
  }
  Bytes rest(count);
  for (const std::uint8_t byte : data) {
    const auto factor = static_cast<std::uint8_t>(byte ^ rest.front());
    std::ranges::rotate(rest, rest.begin() + 1);
    rest.back() = 0;
    for (std::size_t j = 0; j < count; ++j) rest[j] ^= product(divisor[j], factor);
  }
  return rest;
}

// Returns the bits of `value` followed by those of the remainder of its division by `divisor`.
std::uint32_t with_remainder(std::uint32_t value, std::uint32_t divisor) {
  const auto bits = std::bit_width(divisor) - 1;
  std::uint32_t rest = value << bits;
  while (std::bit_width(rest) > bits) rest ^= divisor << (std::bit_width(rest) - bits - 1);
  return value << bits | rest;
}

class Matrix {
 public:
  explicit Matrix(std::size_t version)
      : size_(side_of(version)), dark_(size_ * size_), is_fixed_(size_ * size_) {
    for (std::size_t i = 0; i < size_; ++i) {
      fix(6, i, i % 2 == 0);
      fix(i, 6, i % 2 == 0);
    }
    for (const auto& [row, column] :
         {std::pair<std::size_t, std::size_t>{3, 3}, {3, size_ - 4}, {size_ - 4, 3}}) {
      fix_square(row, column, 4, [](std::size_t ring) { return ring != 2 && ring != 4; });
    }
    const std::vector<std::size_t> centres = alignment_centres(version);
    for (const std::size_t row : centres) {
      for (const std::size_t column : centres) {
        const bool is_free = row + column != 12 && row + column != size_ - 1;
        if (is_free || (row != 6 && column != 6)) {
          fix_square(row, column, 2, [](std::size_t ring) { return ring != 1; });
        }
      }
    }
    write_format(0);
    if (version < kMinNumbered) return;
    const auto number = with_remainder(static_cast<std::uint32_t>(version), 0x1f25);
    for (std::size_t i = 0; i < 18; ++i) {
      const bool is_dark = (number >> i & 1) != 0;
      fix(i / 3, size_ - 11 + i % 3, is_dark);
      fix(size_ - 11 + i % 3, i / 3, is_dark);
    }
  }

  // Writes the bits of the codewords in columns of two modules, alternately upwards and downwards
  // from the right.
  void write(const Bytes& codewords) {
    std::size_t bit = 0;
    bool is_upwards = true;
    for (std::size_t right = size_ - 1; right > 0 && right < size_; right -= 2) {
      if (right == 6) --right;
      for (std::size_t i = 0; i < size_; ++i) {
        const std::size_t row = is_upwards ? size_ - 1 - i : i;
        for (const std::size_t column : {right, right - 1}) {
          if (is_fixed_[at(row, column)]) continue;
          dark_[at(row, column)] =
              bit / 8 < codewords.size() && (codewords[bit / 8] >> (7 - bit % 8) & 1) != 0;
          ++bit;
        }
      }
      is_upwards = !is_upwards;
      if (right == 1) break;
    }
  }

  // Inverts the modules of a mask, and writes its number. Precondition: no mask was applied.
  void mask(std::uint32_t number) {
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t j = 0; j < size_; ++j) {
        if (!is_fixed_[at(i, j)]) dark_[at(i, j)] = dark_[at(i, j)] != is_masked(number, i, j);
      }
    }
    write_format(number);
  }

  // Returns the penalty score (ISO/IEC 18004, 7.8.3). Codes with a lower score are easier to read.
  std::size_t penalty() const {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      sum += line_penalty([&](std::size_t j) { return dark_[at(i, j)]; });
      sum += line_penalty([&](std::size_t j) { return dark_[at(j, i)]; });
    }
    for (std::size_t i = 0; i + 1 < size_; ++i) {
      for (std::size_t j = 0; j + 1 < size_; ++j) {
        const bool first = dark_[at(i, j)];
        const bool is_block = first == dark_[at(i, j + 1)] && first == dark_[at(i + 1, j)] &&
                              first == dark_[at(i + 1, j + 1)];
        sum += is_block ? 3 : 0;
      }
    }
    const auto percent = static_cast<int>(100 * std::ranges::count(dark_, true) /
                                          static_cast<std::ptrdiff_t>(dark_.size()));
    return sum + static_cast<std::size_t>(std::abs(percent - 50)) / 5 * 10;
  }

  QrCode code() const { return {size_, dark_}; }

 private:
  std::size_t at(std::size_t row, std::size_t column) const { return row * size_ + column; }

  void fix(std::size_t row, std::size_t column, bool is_dark) {
    dark_[at(row, column)] = is_dark;
    is_fixed_[at(row, column)] = true;
  }

  // Writes concentric squares, clipped to the code.
  template <class IsDark>
  void fix_square(std::size_t row, std::size_t column, std::size_t radius, IsDark is_dark) {
    const auto distance = [](std::size_t a, std::size_t b) { return a > b ? a - b : b - a; };
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t j = 0; j < size_; ++j) {
        const std::size_t ring = std::max(distance(i, row), distance(j, column));
        if (ring <= radius) fix(i, j, is_dark(ring));
      }
    }
  }

  // Writes level M and the mask twice: around the first finder pattern, and beside the other two.
  void write_format(std::uint32_t mask) {
    const std::uint32_t format = with_remainder(mask, 0x537) ^ 0x5412;
    for (std::size_t i = 0; i < 15; ++i) {
      const bool is_dark = (format >> i & 1) != 0;
      const std::size_t along = i < 6 ? i : i < 8 ? i + 1 : 14 - i + (i == 8 ? 1 : 0);
      i < 8 ? fix(along, 8, is_dark) : fix(8, along, is_dark);
      i < 8 ? fix(8, size_ - 1 - i, is_dark) : fix(size_ - 15 + i, 8, is_dark);
    }
    fix(size_ - 8, 8, true);
  }

  static bool is_masked(std::uint32_t mask, std::size_t i, std::size_t j) {
    switch (mask) {
      case 0:
        return (i + j) % 2 == 0;
      case 1:
        return i % 2 == 0;
      case 2:
        return j % 3 == 0;
      case 3:
        return (i + j) % 3 == 0;
      case 4:
        return (i / 2 + j / 3) % 2 == 0;
      case 5:
        return i * j % 2 + i * j % 3 == 0;
      case 6:
        return (i * j % 2 + i * j % 3) % 2 == 0;
      default:
        return ((i + j) % 2 + i * j % 3) % 2 == 0;
    }
  }

  // Returns the penalty of a row or column, for runs of one colour and for patterns similar to a
  // finder.
  template <class IsDark>
  std::size_t line_penalty(IsDark is_dark) const {
    std::size_t sum = 0;
    std::size_t run = 0;
    std::uint32_t last = 0;  // the last eleven modules
    for (std::size_t j = 0; j < size_; ++j) {
      run = j > 0 && is_dark(j) == is_dark(j - 1) ? run + 1 : 1;
      sum += run == 5 ? 3 : run > 5 ? 1 : 0;
      last = (last << 1 | (is_dark(j) ? 1 : 0)) & 0x7ff;
      if (j >= 10 && (last == 0x05d || last == 0x5d0)) sum += 40;
    }
    return sum;
  }

  std::size_t size_;
  std::vector<bool> dark_;
  std::vector<bool> is_fixed_;  // modules of patterns, format and version
};

std::size_t codewords_of(std::size_t version) {
  std::size_t modules = (16 * version + 128) * version + 64;
  if (version > 1) {
    const std::size_t centres = version / 7 + 2;
    modules -= (25 * centres - 10) * centres - 55;
  }
  return (modules - (version < kMinNumbered ? 0 : 36)) / 8;
}

std::size_t data_size_of(std::size_t version) {
  const Blocks& blocks = kBlocks[version - 1];
  return codewords_of(version) - blocks.correction * blocks.count;
}

std::size_t bits_of_count(std::size_t version) { return version < 10 ? 8 : 16; }

// Returns the mode, the length, the text and the padding.
Bytes data_of(std::string_view text, std::size_t version) {
  std::vector<bool> bits;
  const auto append = [&bits](std::size_t value, std::size_t count) {
    while (count-- > 0) bits.push_back((value >> count & 1) != 0);
  };
  append(4, 4);
  append(text.size(), bits_of_count(version));
  for (const char c : text) append(static_cast<unsigned char>(c), 8);
  append(0, 4);
  Bytes data((bits.size() + 7) / 8);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i]) data[i / 8] |= static_cast<std::uint8_t>(0x80 >> i % 8);
  }
  const std::size_t size = data_size_of(version);
  data.resize(std::min(data.size(), size));
  for (std::uint8_t filling = 0xec; data.size() < size; filling ^= 0xec ^ 0x11) {
    data.push_back(filling);
  }
  return data;
}

// Returns the codewords of the blocks, interleaved. The last blocks have one more codeword.
Bytes interleaved(const Bytes& data, std::size_t version) {
  const auto& [correction, count] = kBlocks[version - 1];
  const std::size_t shorter = data.size() / count;
  std::vector<Bytes> blocks;
  auto from = data.begin();
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_longer = i >= count - data.size() % count;
    const auto to = from + static_cast<std::ptrdiff_t>(shorter + (is_longer ? 1 : 0));
    blocks.emplace_back(from, to);
    from = to;
  }
  Bytes codewords;
  for (std::size_t i = 0; i <= shorter; ++i) {
    for (const Bytes& block : blocks) {
      if (i < block.size()) codewords.push_back(block[i]);
    }
  }
  for (Bytes& block : blocks) block = correction_of(block, correction);
  for (std::size_t i = 0; i < correction; ++i) {
    for (const Bytes& block : blocks) codewords.push_back(block[i]);
  }
  return codewords;
}

}  // namespace

QrCode qr_code(std::string_view text) {
  std::size_t version = 1;
  while (version < kMaxVersion &&
         4 + bits_of_count(version) + 8 * text.size() > 8 * data_size_of(version)) {
    ++version;
  }
  Matrix plain(version);
  plain.write(interleaved(data_of(text, version), version));
  std::optional<Matrix> best;
  for (std::uint32_t number = 0; number < 8; ++number) {
    Matrix masked = plain;
    masked.mask(number);
    if (!best || masked.penalty() < best->penalty()) best = std::move(masked);
  }
  return best->code();
}

std::string svg_of(const QrCode& code) {
  constexpr std::size_t kBorder = 4;
  std::string path;
  for (std::size_t row = 0; row < code.size; ++row) {
    for (std::size_t column = 0; column < code.size; ++column) {
      std::size_t run = 0;
      while (column + run < code.size && code.is_dark(row, column + run)) ++run;
      if (run == 0) continue;
      path += fmt::format("M{} {}h{}v1h-{}z", column + kBorder, row + kBorder, run, run);
      column += run;
    }
  }
  return fmt::format(
      "<svg class=\"qr\" viewBox=\"0 0 {0} {0}\" aria-hidden=\"true\"><path fill=\"#fff\" "
      "d=\"M0 0h{0}v{0}H0z\"/><path d=\"{1}\"/></svg>",
      code.size + 2 * kBorder, path);
}

}  // namespace arbiter
